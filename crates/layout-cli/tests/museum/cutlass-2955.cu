// Two modes of B add up past the first extent of A: 4 + 3 is 7, and 7 of A is 8.
auto a = make_layout(Shape<_6,_2>{}, Stride<_1,_7>{});
auto b = make_layout(Shape<_3,_2>{}, Stride<_2,_3>{});
auto r = composition(a, b);  // (_3,_2):(_2,_3)
