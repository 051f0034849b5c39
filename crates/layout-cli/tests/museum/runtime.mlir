// Rows and columns of run time in tiles of 64 by 32: the tile's stride along a row is the known 1.
%d = cute.zipped_divide(%a, %t) : (!cute.layout<"(?{div=64},?{div=32}):(?{i64 div=8},1)">, !cute.tile<"[64:1;32:1]">) -> !cute.layout<"((64,32),(?,?)):((?{i64 div=8},1),(?{i64 div=512},64))">
