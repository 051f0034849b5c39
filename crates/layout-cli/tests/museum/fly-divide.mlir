// A tiler of 36 of 756 elements leaves 21 tiles, not 18: strides of 7 and 14 leave gaps that no complement fills.
%r = fly.logical_divide(%a, %t) : (!fly.layout<(14,6,9):(19,69,1)>, !fly.layout<(2,3,6):(7,14,1)>) -> !fly.layout<((2,3,6),(2,9)):((133,69,19),(207,1))>
