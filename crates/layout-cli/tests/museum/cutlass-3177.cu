// The stride 3 is below the extent 4, and 4 is no multiple of it.
auto r = composition(make_layout(make_shape(_4{}, _6{}, _8{}), make_stride(_2{}, _3{}, _5{})),
                     make_layout(_6{}, _3{}));  // (_2,_3):(_6,_3)
