// 12 by 32 elements in tiles of 32 are 12 tiles.
auto tiler = make_layout(make_shape(Int<4>{}, Int<8>{}));
auto layout = make_layout(make_shape(Int<12>{}, Int<32>{}));
auto r = logical_divide(layout, tiler);  // ((_4,_8),_11):((_1,_4),_32)
