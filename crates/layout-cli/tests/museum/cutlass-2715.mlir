// Two matrices of 2^16 by 2^16: the second begins at 2^32.
%view = cute.make_view(%ptr, %lay) : !cute.memref<bf16, gmem, align<16>, "(2,65536,65536):(4294967296,65536,1)">
