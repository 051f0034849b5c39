// A row of 2^29 times 4 elements is past the 32 bits that the offset is computed in.
%lay = cute.make_layout(%shape, %stride) : !cute.layout<"(536870913,4):(4,1)">
%idx = cute.crd2idx(%coord, %lay) : (!cute.coord<"(?,0)">, !cute.layout<"(536870913,4):(4,1)">) -> !cute.int_tuple<"?{div=4}">
