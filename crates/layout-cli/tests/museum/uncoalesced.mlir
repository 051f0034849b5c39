// 32 threads read a column of floats of global memory: a sector each.
!copy = !cute.tiled_copy<!cute_nvgpu.atom.universal_copy<f32, 32 b>, layout_copy_tv = <"(32,1):(1,0)">, tiler_mn = <"[32:1;1:0]">>
%d = cute.tiled.copy.partition_S(%c, %m, %t) : (!copy, !cute.memref<f32, gmem, align<16>, "(32,64):(64,1)">, !cute.coord<"?">) -> !cute.memref<f32, gmem, align<16>, "((1,1),1,64):((0,0),0,1)">
