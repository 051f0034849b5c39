// 32 threads write a column of 32 rows of 64 halves each.
!copy = !cute.tiled_copy<!cute_nvgpu.atom.universal_copy<f16, 128 b>, layout_copy_tv = <"(32,8):(1,32)">, tiler_mn = <"[32:1;8:1]">>
%d = cute.tiled.copy.partition_D(%c, %m, %t) : (!copy, !cute.memref<f16, smem, align<16>, "(32,64):(64,1)">, !cute.coord<"?">) -> !cute.memref<f16, smem, align<16>, "((8,1),1,8):((1,0),0,8)">
