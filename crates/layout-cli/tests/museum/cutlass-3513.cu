// A tiler of run time: no static check sees it, and 288 of 384 elements are left.
auto L = make_layout(make_shape(_12{}, make_shape(_4{}, _8{})), make_stride(_7{}, make_stride(_1{}, C<30>{})));
auto d = zipped_divide(L, 128);  // ((12,4,2),(1,1,3)):((_7,_1,_30),(896,11,90))
