//! Source text of other systems: a table of texts, and properties of every language.

mod tuples;

use layout_core::{ComposedLayout, IntTuple, Layout, Swizzle, SymbolicLayout};
use proptest::prelude::*;
use static_layout_dialects::source::Language::{
    self, Cute, CuteDsl, FlyDsl, Mdspan, MoYe, Mojo, NumPy, PyCute, Rust,
};
use static_layout_dialects::source::Source;

use tuples::{layouts, texts};

/// Texts that are read, and the notation of their values.
#[rustfmt::skip]
const READ: &[(Language, &str, &str)] = &[
    (Cute, "Layout<Shape<_2,_4>,Stride<_4,_1>>", "(2,4):(4,1)"),
    (Cute, "Layout<Shape<_2,_4>,Stride<_4,_1>>{}", "(2,4):(4,1)"),
    (Cute, "cute::Layout<cute::Shape<cute::_2, cute::_4>, cute::Stride<cute::_4, cute::_1>>{}", "(2,4):(4,1)"),
    (Cute, "Layout<Shape <_2, Shape <_2,_2>>, Stride<_4, Stride<_1,_2>>>{}", "(2,(2,2)):(4,(1,2))"),
    (Cute, "Layout<_8,_1>{}", "8:1"),
    (Cute, "Layout<Int<8>>{}", "8:1"),
    (Cute, "Layout<Shape<_8>>{}", "(8):(1)"),
    (Cute, "Layout<Shape<_1,_4>>{}", "(1,4):(0,1)"),
    (Cute, "Layout<Shape<_2,int>,Stride<_1,int>>", "(2,?):(1,?)"),
    (Cute, "Layout<Shape<_2,int>,Stride<int,_1>>{make_shape(_2{}, n), make_stride(n, _1{})}", "(2,n):(n,1)"),
    (Cute, "Layout<Shape<_2,int>>{make_shape(_2{}, 5)}", "(2,5):(1,2)"),
    (Cute, "make_layout(make_shape(_2{}, n), make_stride(_1{}, _2{}))", "(2,n):(1,2)"),
    (Cute, "make_layout(make_shape(Int<2>{}, Int<4>{}), make_stride(Int<4>{}, Int<1>{}))", "(2,4):(4,1)"),
    (Cute, "make_layout(make_shape(C<2>{}, 4), make_stride(4, C<1>{}))", "(2,4):(4,1)"),
    (Cute, "make_layout(make_shape(M, K), LayoutRight{})", "(M,K):(K,1)"),
    (Cute, "make_layout(make_shape(M, K, L), make_stride(K, Int<1>{}, M * K))", "(M,K,L):(K,1,M*K)"),
    (Cute, "make_layout(make_shape(4, 8), GenRowMajor{})", "(4,8):(8,1)"),
    (Cute, "make_layout(make_shape(4, 8), GenColMajor{})", "(4,8):(1,4)"),
    (Cute, "make_layout(make_shape(4, 8), LayoutLeft{})", "(4,8):(1,4)"),
    (Cute, "make_layout(Shape<_4,_8>{}, LayoutRight{})", "(4,8):(8,1)"),
    (Cute, "make_layout(8)", "8:1"),
    (Cute, "make_layout(make_shape(n))", "(n):(1)"),
    (Cute, "make_layout(make_layout(4), make_layout(8, 4))", "(4,8):(1,4)"),
    (Cute, "make_ordered_layout(make_shape(2, 3, 4), make_tuple(_2{}, _0{}, _1{}))", "(2,3,4):(12,1,3)"),
    (Cute, "make_ordered_layout(Shape<_2,_4>{}, Step<_1,_0>{})", "(2,4):(4,1)"),
    (Cute, "make_ordered_layout(make_shape(m, _4{}), Step<_1,_0>{})", "(m,4):(4,1)"),
    (Cute, "make_identity_layout(make_shape(_4{}, _6{}))", "(4,6):(1@0,1@1)"),
    (Cute, "make_layout(make_shape(_4{}, _6{}), make_stride(E<1>{}, E<0>{}))", "(4,6):(1@1,1@0)"),
    (Cute, "Layout<Shape<_4,_6>,Stride<ScaledBasis<_8,0>,E<1>>>{}", "(4,6):(8@0,1@1)"),
    (Cute, "Swizzle<3,3,3>{}", "Sw<3,3,3>"),
    (Cute, "composition(Swizzle<3,3,3>{}, Layout<Shape<_8,_64>,Stride<_64,_1>>{})", "Sw<3,3,3> o 0 o (8,64):(64,1)"),
    (Cute, "composition(Swizzle<3,3,3>{}, Int<8>{}, make_layout(make_shape(8, 64), LayoutRight{}))", "Sw<3,3,3> o 8 o (8,64):(64,1)"),
    (Cute, "ComposedLayout<Swizzle<3,3,3>,_0,Layout<Shape<_8,_64>,Stride<_64,_1>>>{}", "Sw<3,3,3> o 0 o (8,64):(64,1)"),
    (Cute, "ComposedLayout<Swizzle<3,4,3>,smem_ptr_flag_bits<16>,Layout<Shape<_8,_64>,Stride<_64,_1>>>", "Sw<3,3,3> o 0 o (8,64):(64,1)"),
    (Cute, "ComposedLayout<Swizzle<3,4,3>, smem_ptr_flag, Layout<Shape<_8,_1024>,Stride<_1024,_1>>>", "Sw<3,7,3> o 0 o (8,1024):(1024,1)"),
    (Cute, "make_composed_layout(Swizzle<2,3,3>{}, _0{}, Layout<_64,_1>{})", "Sw<2,3,3> o 0 o 64:1"),
    (Cute, "composition(make_layout(make_shape(6, 2), make_stride(8, 2)), make_layout(make_shape(4, 3), make_stride(3, 1)))", "((2,2),(3,1)):((24,2),(8,2))"),
    (Cute, "composition(Layout<Shape<_6,_2>,Stride<_8,_2>>{}, Layout<Shape<_4,_3>,Stride<_3,_1>>{})", "((2,2),3):((24,2),8)"),
    (Cute, "make_tile(_2{}, Layout<_4,_2>{}, _)", "<2:1,4:2,_>"),
    (Cute, "Tile<_2, Layout<_4,_2>, Underscore>{}", "<2:1,4:2,_>"),
    (Cute, "zipped_divide(make_layout(make_shape(_8{}, _6{})), make_tile(_2{}, _3{}))", "((2,3),(4,2)):((1,8),(2,24))"),
    (Cute, "coalesce(Layout<Shape<_2,Shape<_1,_6>>,Stride<_1,Stride<_6,_2>>>{})", "12:1"),
    (Cute, "make_shape(_2{}, make_shape(_3{}, _4{}))", "(2,(3,4))"),
    (Cute, "using L = Layout<Shape<_2,_4>>;", "(2,4):(1,2)"),
    (Cute, "constexpr auto layout = make_layout(make_shape(1'024, 0x10u)); ", "(1024,16):(1,1024)"),
    (Cute, "Layout<Shape<_2,int>,Stride<int,_1>> layout(make_shape(_2{}, n), make_stride(n, _1{}));", "(2,n):(n,1)"),
    (Cute, "Layout<Shape<_2,_4>> layout;", "(2,4):(1,2)"),
    (Cute, "decltype(make_layout(make_shape(_2{}, _4{})))", "(2,4):(1,2)"),
    (Cute, "make_layout( /* rows */ make_shape(_2{}, _4{})) // columns", "(2,4):(1,2)"),
    (CuteDsl, "cute.make_layout((2, 4), stride=(4, 1))", "(2,4):(4,1)"),
    (CuteDsl, "make_layout(shape=(2, (2, 2)), stride=(4, (1, 2)))", "(2,(2,2)):(4,(1,2))"),
    (CuteDsl, "layout = cute.make_layout((M, 64), stride=(64, 1))  # rows", "(M,64):(64,1)"),
    (CuteDsl, "cute.make_layout(8)", "8:1"),
    (CuteDsl, "cute.make_layout((8,))", "(8):(1)"),
    (CuteDsl, "cute.make_layout((8))", "8:1"),
    (CuteDsl, "cute.make_ordered_layout((4, 8), order=(1, 0))", "(4,8):(8,1)"),
    (CuteDsl, "cute.make_identity_layout((4, 6))", "(4,6):(1@0,1@1)"),
    (CuteDsl, "cute.make_layout((4, 6), stride=(8 * cute.E(0), cute.E(1)))", "(4,6):(8@0,1@1)"),
    (CuteDsl, "cute.make_composed_layout(cute.make_swizzle(3, 3, 3), 0, cute.make_layout((8, 64), stride=(64, 1)))", "Sw<3,3,3> o 0 o (8,64):(64,1)"),
    (CuteDsl, "cute.make_composed_layout(inner=cute.make_swizzle(3, 4, 3), offset=8, outer=cute.make_layout(64))", "Sw<3,4,3> o 8 o 64:1"),
    (CuteDsl, "cute.composition(cute.make_layout((6, 2), stride=(8, 2)), cute.make_layout((4, 3), stride=(3, 1)))", "((2,2),3):((24,2),8)"),
    (CuteDsl, "cute.logical_divide(cute.make_layout((8, 6)), (2, 3))", "((2,4),(3,2)):((1,2),(8,24))"),
    (CuteDsl, "cute.make_layout((2, 4), stride=(-4, 1))", "(2,4):(-4,1)"),
    (PyCute, "Layout((2, 4), (4, 1))", "(2,4):(4,1)"),
    (PyCute, "pycute.Layout((2,(2,2)), (4,(1,2)))", "(2,(2,2)):(4,(1,2))"),
    (PyCute, "make_layout(Layout(4), Layout(8, 4))", "(4,8):(1,4)"),
    (PyCute, "ComposedLayout(Swizzle(3, 3, 3), 0, Layout((8, 64), (64, 1)))", "Sw<3,3,3> o 0 o (8,64):(64,1)"),
    (Mojo, "Layout(IntTuple(2, 4), IntTuple(4, 1))", "(2,4):(4,1)"),
    (Mojo, "Layout(IntTuple(2, IntTuple(2, 2)), IntTuple(4, IntTuple(1, 2)))", "(2,(2,2)):(4,(1,2))"),
    (Mojo, "Layout.row_major(4, 8)", "(4,8):(8,1)"),
    (Mojo, "Layout.col_major(4, 8)", "(4,8):(1,4)"),
    (Mojo, "Layout.row_major(IntTuple(4, IntTuple(2, 2)))", "(4,(2,2)):(4,(2,1))"),
    (Mojo, "row_major[3, 4]()", "(3,4):(4,1)"),
    (Mojo, "col_major[3, 4]()", "(3,4):(1,3)"),
    (Mojo, "Layout(IntTuple(UNKNOWN_VALUE, 4), IntTuple(4, 1))", "(?,4):(4,1)"),
    (Mojo, "Layout(IntTuple(-1, 4), IntTuple(4, 1))", "(?,4):(4,1)"),
    (Mojo, "Layout.row_major[2]()", "(?,?):(?,1)"),
    (Mojo, "Layout(Coord(Idx(n), Idx[4]()), Coord(Idx[4](), Idx[1]()))", "(n,4):(4,1)"),
    (Mojo, "Layout(Coord(n, Idx[4]), Coord(Idx[4], Idx[1]))", "(n,4):(4,1)"),
    (Mojo, "comptime layout = Layout.row_major(M, 64)", "(M,64):(64,1)"),
    (Mojo, "TileTensor(storage, row_major[4, 8]())", "(4,8):(8,1)"),
    (Mojo, "LayoutTensor[DType.float32, Layout.row_major(4, 8), MutAnyOrigin](ptr)", "(4,8):(8,1)"),
    (Mojo, "ComposedLayout(Layout(IntTuple(8, 64), IntTuple(64, 1)), Swizzle(3, 3, 3))", "Sw<3,3,3> o 0 o (8,64):(64,1)"),
    (Mojo, "Swizzle(1, 0, -2)", "Sw<1,0,-2>"),
    (Mojo, "Layout(8, 1)", "8:1"),
    (Mojo, "Layout(IntTuple(8), IntTuple(1))", "8:1"),
    (Mojo, "Layout(IntTuple(IntTuple(8)), IntTuple(IntTuple(1)))", "(8):(1)"),
    (Mojo, "Layout(IntTuple(IntTuple(8, 2)))", "((8,2)):((1,8))"),
    (Mojo, "Layout.row_major(8)", "8:1"),
    (Mojo, "Layout.row_major(IntTuple(IntTuple(8)))", "(8):(1)"),
    (MoYe, "@Layout (2, 4) (4, 1)", "(2,4):(4,1)"),
    (MoYe, "@Layout((2, 4), (4, 1))", "(2,4):(4,1)"),
    (MoYe, "@Layout (2, (2, 2))", "(2,(2,2)):(1,(2,4))"),
    (MoYe, "@Layout (2, 4) GenRowMajor", "(2,4):(4,1)"),
    (MoYe, "layout = make_layout((_2, _4), (_4, _1))", "(2,4):(4,1)"),
    (MoYe, "make_layout((2, n), (1, 2))", "(2,n):(1,2)"),
    (MoYe, "make_layout((static(2), 4), GenRowMajor)", "(2,4):(4,1)"),
    (MoYe, "Layout((4, (2, 2)), (2, (1, 8)))", "(4,(2,2)):(2,(1,8))"),
    (MoYe, "Layout{2, Tuple{StaticInt{2}, StaticInt{4}}, Tuple{StaticInt{4}, StaticInt{1}}}()", "(2,4):(4,1)"),
    (MoYe, "Layout{2, Tuple{Int64, StaticInt{4}}, Tuple{StaticInt{4}, StaticInt{1}}}", "(?,4):(4,1)"),
    (MoYe, "make_ordered_layout((3, 5), (10, 2))", "(3,5):(5,1)"),
    (MoYe, "make_layout(20, 2) ∘ make_layout((4, 5), (1, 4))", "(4,5):(2,8)"),
    (MoYe, "(_2, 3):(_1, _8)", "(2,3):(1,8)"),
    (FlyDsl, "!fly.layout<(8, 16) : (1, 8)>", "(8,16):(1,8)"),
    (FlyDsl, "!fly.layout<((2, (2, 2)), 4) : ((1E0, (2E0, 1E1)), 2E1)>", "((2,(2,2)),4):((1@0,(2@0,1@1)),2@1)"),
    (FlyDsl, "!fly.layout<((4,2),6):((1E0E0,1E0E1),1E1)>", "((4,2),6):((1@0@0,1@1@0),1@1)"),
    (FlyDsl, "!fly.layout<(?, 4):(?{div=8}, 1)>", "(?{i32},4):(?{i32 div=8},1)"),
    (FlyDsl, "!fly.layout<8192:?>", "8192:?{i32}"),
    (FlyDsl, "!fly.layout<(?{i64},4):(?{i64 div=16},?{i32})>", "(?,4):(?{div=16},?{i32})"),
    (Mojo, "LayoutTensor[mut=True, dtype, Layout.row_major(2, 4), masked=False]", "(2,4):(4,1)"),
    (Cute, "Swizzle<3,4>{}", "Sw<3,4,3>"),
    (Cute, "const auto& l = make_layout(make_shape(2, 4));", "(2,4):(1,2)"),
    (Cute, "return make_layout(make_shape(2, 4));", "(2,4):(1,2)"),
    (Cute, "const Layout<Shape<const _2,_4>> layout;", "(2,4):(1,2)"),
    (CuteDsl, "cute.make_layout((2, 4), stride=(4, 1), loc=None, ip=None)", "(2,4):(4,1)"),
    (CuteDsl, "cute.coalesce(cute.make_layout((2, 4), loc=None), loc=None, ip=None)", "8:1"),
    (CuteDsl, "cute.composition(lhs=cute.make_layout((6, 2), stride=(8, 2)), rhs=cute.make_layout((4, 3), stride=(3, 1)))", "((2,2),3):((24,2),8)"),
    (CuteDsl, "cute.make_layout((cutlass.Int32(2), 4), stride=(cutlass.Int64(4), 1))", "(2,4):(4,1)"),
    (CuteDsl, "cute.make_layout((2, cutlass.Int32(1), 4))", "(2,1,4):(1,2,2)"),
    (CuteDsl, "cute.make_swizzle(s=3, b=2, m=4)", "Sw<2,4,3>"),
    (Mojo, "Swizzle(shift=-2, bits=1, base=0)", "Sw<1,0,-2>"),
    (PyCute, "Layout((2, 4), None)", "(2,4):(1,2)"),
    (PyCute, "Layout(_shape=(2, 4), _stride=(4, 1))", "(2,4):(4,1)"),
    (Mdspan, "layout_stride::mapping<extents<int, 2, 4>>{{}, std::array{5, 1}}", "(2,4):(5,1)"),
    (Mdspan, "std::mdspan<const float, std::extents<int, 2, 4>>", "(2,4):(4,1)"),
    (Mdspan, "std::dims<2>{2, 4}", "(2,4)"),
    (Mdspan, "std::dims<2, int>{2, 4}", "(2,4)"),
    (Mdspan, "mdspan<float, extents<int, 2, 4>, layout_left, std::default_accessor<float>>", "(2,4):(1,2)"),
    (FlyDsl, "!fly.composed_layout<S<3,3,3> o 0 o (8,64):(64,1)>", "Sw<3,3,3> o 0 o (8,64):(64,1)"),
    (FlyDsl, "!fly.int_tuple<((2, 4), 8)>", "((2,4),8)"),
    (FlyDsl, "!fly.int_tuple<(?,?{i64 div=8})>", "(?{i32},?{div=8})"),
    (FlyDsl, "!fly.memref<f32, global, (2,4):(4,1)>", "(2,4):(4,1)"),
    (FlyDsl, "!fly.memref<f16, shared, S<3,3,3> o 0 o (8,64):(64,1), align<16>>", "Sw<3,3,3> o 0 o (8,64):(64,1)"),
    (FlyDsl, "!fly.coord_tensor<(0,0), (2,4):(1E0,1E1)>", "(2,4):(1@0,1@1)"),
    (FlyDsl, "!fly.coord_tensor<(?,3), (2,4):(1E0,1E1)>", "(?{i32},3) + (2,4):(1@0,1@1)"),
    (FlyDsl, "!fly.tile<[4|(2,2):(1,4)|*]>", "<4:1,(2,2):(1,4),_>"),
    (FlyDsl, "!fly.layout<(2,?):(1E0,1E1)>", "(2,?{i32}):(1@0,1@1)"),
    (CuteDsl, "cute.make_identity_tensor((n, 4))", "(n,4):(1@0,1@1)"),
    (FlyDsl, "fx.make_tile(4, None)", "<4:1,_>"),
    (FlyDsl, "fx.make_view(p, fx.make_layout((8, 16), (1, 8)))", "(8,16):(1,8)"),
    (Cute, "complement(Layout<_4,_2>{}, _16{})", "(2,2):(1,8)"),
    (Cute, "complement(Layout<_4,_2>{})", "2:1"),
    (Cute, "complement(Layout<_4,_2>{}, 20)", "(2,3):(1,8)"),
    (CuteDsl, "cute.complement(cute.make_layout(4, stride=2), 16)", "(2,2):(1,8)"),
    (PyCute, "complement(Layout(4, 2), 16)", "(2,2):(1,8)"),
    (PyCute, "complement(Layout(4, 2))", "2:1"),
    (Cute, "filter(Layout<Shape<_4,_2>,Stride<_0,_1>>{})", "2:1"),
    (Cute, "make_identity_tensor(make_shape(_2{}, _4{}))", "(2,4):(1@0,1@1)"),
    (Cute, "make_tensor(make_gmem_ptr(p), make_shape(2, n), make_stride(n, _1{}))", "(2,n):(n,1)"),
    (Cute, "make_tensor(make_smem_ptr(shared.A.begin()), composition(Swizzle<3,3,3>{}, Layout<Shape<_8,_64>,Stride<_64,_1>>{}))", "Sw<3,3,3> o 0 o (8,64):(64,1)"),
    (Cute, "make_tensor<float>(make_shape(_2{}, _4{}), LayoutRight{})", "(2,4):(4,1)"),
    (Cute, "make_tensor(p, Shape<_2,_4>{})", "(2,4):(1,2)"),
    (CuteDsl, "cute.make_tensor(ptr, cute.make_layout((4, 8), stride=(8, 1)))", "(4,8):(8,1)"),
    (CuteDsl, "cute.make_rmem_tensor((4, 8), cutlass.Float32)", "(4,8):(1,4)"),
    (Cute, "size<0>(make_layout(make_shape(_2{}, _4{})))", "2"),
    (Cute, "make_layout(size<1>(make_shape(_2{}, make_shape(_4{}, n))))", "4*n:1"),
    (Cute, "cosize(Layout<Shape<_2,_4>,Stride<_8,_1>>{})", "12"),
    (Cute, "layout<1,0>(Layout<Shape<_2,Shape<_4,_8>>,Stride<_1,Stride<_2,_9>>>{})", "4:2"),
    (Cute, "shape<1>(Layout<Shape<_2,Shape<_4,_8>>>{})", "(4,8)"),
    (Cute, "make_layout(make_shape(size, rank), make_stride(rank, _1{}))", "(size,rank):(rank,1)"),
    (CuteDsl, "cute.size(cute.make_layout((4, (8, 2))), mode=[1, 0])", "8"),
    (Mojo, "TileTensor[DType.float32, type_of(Layout.row_major(2, 4)), MutAnyOrigin]", "(2,4):(4,1)"),
    (Mojo, "IndexList[2](4, 8)", "(4,8)"),
    (Mdspan, "std::mdspan<float, std::extents<int, 6, 4>, std::layout_left_padded<8>>", "(6,4):(1,8)"),
    (Mdspan, "mdspan<float, dims<2>, layout_left>(p, 6, 4)", "(6,4):(1,6)"),
    (NumPy, "cp.lib.stride_tricks.as_strided(x, (2, 4), (x.itemsize, 2*x.itemsize))", "(2,4):(1,2)"),
    (Rust, "const A: Layout<(U2, U4), (U4, U1)> = layout!((2, 4):(4, 1));", "(2,4):(4,1)"),
    (Rust, "pub static A: Layout!((2, 4)) = layout!((2, 4):(1, 2));", "(2,4):(1,2)"),
    (FlyDsl, "!fly.swizzle<S<3,3,3>>", "Sw<3,3,3>"),
    (FlyDsl, "fx.make_layout(fx.make_shape(8, 16), fx.make_stride(1, 8))", "(8,16):(1,8)"),
    (FlyDsl, "fx.make_layout((8, 16), (1, 8))", "(8,16):(1,8)"),
    (Mdspan, "std::layout_left::mapping<std::extents<std::size_t, 2, 4>>", "(2,4):(1,2)"),
    (Mdspan, "std::layout_right::mapping<std::extents<int, 2, 4>>{}", "(2,4):(4,1)"),
    (Mdspan, "layout_right::mapping<extents<size_t, dynamic_extent, 4>>{extents<size_t, dynamic_extent, 4>{n}}", "(n,4):(4,1)"),
    (Mdspan, "layout_right::mapping<extents<size_t, dynamic_extent, 4>>", "(?,4):(4,1)"),
    (Mdspan, "std::layout_stride::mapping<std::extents<std::size_t, 2, 4>>{std::extents<std::size_t, 2, 4>{}, std::array<std::size_t, 2>{5, 1}}", "(2,4):(5,1)"),
    (Mdspan, "std::layout_stride::mapping(std::extents{2, 4}, std::array{5, 1})", "(2,4):(5,1)"),
    (Mdspan, "std::layout_left_padded<8>::mapping<std::extents<int, 6, 4>>", "(6,4):(1,8)"),
    (Mdspan, "std::layout_left_padded<4>::mapping<std::extents<int, 6, 4, 3>>{}", "(6,4,3):(1,8,32)"),
    (Mdspan, "layout_right_padded<16>::mapping<extents<int, 3, 6>>", "(3,6):(16,1)"),
    (Mdspan, "layout_left_padded<>::mapping(extents(6, 4), 8)", "(6,4):(1,8)"),
    (Mdspan, "layout_left_padded<std::dynamic_extent>::mapping<extents<int, 6, 4>>{extents<int, 6, 4>{}, 7}", "(6,4):(1,7)"),
    (Mdspan, "layout_left_padded<8>::mapping<extents<int, 6>>", "(6):(1)"),
    (Mdspan, "mdspan(p, 2, 4)", "(2,4):(4,1)"),
    (Mdspan, "std::mdspan(p.data(), rows, 4)", "(rows,4):(4,1)"),
    (Mdspan, "std::mdspan<float, std::extents<std::size_t, 2, 4>, std::layout_left>(p)", "(2,4):(1,2)"),
    (Mdspan, "std::mdspan<float, std::dextents<std::size_t, 2>>{p, 2, 4}", "(2,4):(4,1)"),
    (Mdspan, "std::mdspan<float, std::extents<size_t, 2, std::dynamic_extent>> m(p, n);", "(2,n):(n,1)"),
    (Mdspan, "std::layout_stride::mapping m{std::extents{2, 4}, std::array{5, 1}};", "(2,4):(5,1)"),
    (Mdspan, "mdspan(p, layout_left::mapping(extents(2, 4)))", "(2,4):(1,2)"),
    (Rust, "layout!((2, 4):(4, 1))", "(2,4):(4,1)"),
    (Rust, "let a = layout!((2, (2, 2)):(4, (1, 2)));", "(2,(2,2)):(4,(1,2))"),
    (Rust, "layout!((4, n):(1, 4))", "(4,n):(1,4)"),
    (Rust, "Layout!((4, ?):(1, 4))", "(4,?):(1,4)"),
    (Rust, "layout!((4, 8):row)", "(4,8):(8,1)"),
    (Rust, "layout!((4, 8):col)", "(4,8):(1,4)"),
    (Rust, "layout!((4, 8))", "(4,8):(1,4)"),
    (Rust, "layout!((8):(1))", "(8):(1)"),
    (Rust, "layout!((4, 8, 2):order(2, 0, 1))", "(4,8,2):(16,1,8)"),
    (Rust, "layout!(Sw<3,4,3> o 0 o (8, 64):(64, 1))", "Sw<3,4,3> o 0 o (8,64):(64,1)"),
    (Rust, "layout!((4, 6):(1@1, 1@0))", "(4,6):(1@1,1@0)"),
    (Rust, "layout!((m, {n}):({8 * n}, 1))", "(m,n):(8*n,1)"),
    (Rust, "Layout<(U2, U4), (U4, U1)>", "(2,4):(4,1)"),
    (Rust, "static_layout::Layout<(usize, U4), (U4, U1)>", "(?,4):(4,1)"),
    (Rust, "layout!((6, 2):(8, 2) o (4, 3):(3, 1))", "((2,2),3):((24,2),8)"),
    (NumPy, "np.lib.stride_tricks.as_strided(x, shape=(2, 4), strides=(4*x.itemsize, x.itemsize))", "(2,4):(4,1)"),
    (NumPy, "as_strided(a, (3, n), (0, a.itemsize), writeable=False)", "(3,n):(0,1)"),
    (NumPy, "np.lib.stride_tricks.as_strided(x[3:], shape=(2, 2), strides=(-2*x.itemsize, x.itemsize))", "3 + (2,2):(-2,1)"),
];

#[test]
fn texts_are_read() {
    let mut wrong = Vec::new();
    for &(language, text, expected) in READ {
        let found = match Source::read(language, text) {
            Ok(value) => value.to_string(),
            Err(error) => format!("{error} at {:?}", error.span()),
        };
        if found != expected {
            wrong.push(format!("{language:?} {text}: {found}, not {expected}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Texts that are written of a value in this library's notation.
#[rustfmt::skip]
const WRITTEN: &[(Language, &str, &str)] = &[
    (Cute, "(2,(2,2)):(4,(1,2))", "Layout<Shape<_2,Shape<_2,_2>>,Stride<_4,Stride<_1,_2>>>{}"),
    (Cute, "(11,4):(4,-1)", "Layout<Shape<Int<11>,_4>,Stride<_4,Int<-1>>>{}"),
    (Cute, "(n,64):(64,1)", "make_layout(make_shape(n, _64{}), make_stride(_64{}, _1{}))"),
    (Cute, "(n,m):(8*m,1)", "make_layout(make_shape(n, m), make_stride(8*m, _1{}))"),
    (Cute, "8:1", "Layout<_8,_1>{}"),
    (Cute, "(4,6):(8@0,1@1)", "Layout<Shape<_4,_6>,Stride<ScaledBasis<_8,0>,E<1>>>{}"),
    (Cute, "Sw<3,3,3> o 8 o (8,64):(64,1)", "ComposedLayout<Swizzle<3,3,3>,_8,Layout<Shape<_8,_64>,Stride<_64,_1>>>{}"),
    (Cute, "<2,4:2,_>", "make_tile(_2{}, Layout<_4,_2>{}, _)"),
    (CuteDsl, "(2,4):(4,1)", "cute.make_layout((2, 4), stride=(4, 1))"),
    (CuteDsl, "(8):(1)", "cute.make_layout((8,), stride=(1,))"),
    (CuteDsl, "(n,64):(64,1)", "cute.make_layout((n, 64), stride=(64, 1))"),
    (CuteDsl, "Sw<3,3,3> o 0 o (8,64):(64,1)", "cute.make_composed_layout(cute.make_swizzle(3, 3, 3), 0, cute.make_layout((8, 64), stride=(64, 1)))"),
    (PyCute, "Sw<3,3,3> o 0 o (8,64):(64,1)", "ComposedLayout(Swizzle(3, 3, 3), 0, Layout((8, 64), (64, 1)))"),
    (Mojo, "(2,(2,2)):(4,(1,2))", "Layout(IntTuple(2, IntTuple(2, 2)), IntTuple(4, IntTuple(1, 2)))"),
    (Mojo, "(2,4):(-4,-2)", "Layout(IntTuple(2, 4), IntTuple(-4, -2))"),
    (Mojo, "(8):(1)", "Layout(IntTuple(IntTuple(8)), IntTuple(IntTuple(1)))"),
    (Mojo, "(n,64):(64,1)", "Layout(Coord(n, Idx[64]), Coord(Idx[64], Idx[1]))"),
    (MoYe, "(2,(2,2)):(4,(1,2))", "@Layout (2, (2, 2)) (4, (1, 2))"),
    (MoYe, "(2,4):(-4,1)", "make_layout((_2, _4), (static(-4), _1))"),
    (MoYe, "(n,64):(64,1)", "make_layout((n, _64), (_64, _1))"),
    (FlyDsl, "((2,2),4):((1@0,1@1),2@1)", "!fly.layout<((2,2),4):((1E0,1E1),2E1)>"),
    (FlyDsl, "((4,2),6):((1@0@0,1@1@0),1@1)", "!fly.layout<((4,2),6):((1E0E0,1E0E1),1E1)>"),
    (FlyDsl, "Sw<3,3,3> o 8 o (8,64):(64,1)", "!fly.composed_layout<S<3,3,3> o 8 o (8,64):(64,1)>"),
    (FlyDsl, "(?{div=8},64):(64,1)", "!fly.layout<(?{i64 div=8},64):(64,1)>"),
    (FlyDsl, "(?{i32 div=8},?):(?{i32},1)", "!fly.layout<(?{div=8},?{i64}):(?,1)>"),
    (Mdspan, "(2,4):(4,1)", "std::layout_right::mapping<std::extents<std::size_t, 2, 4>>{}"),
    (Mdspan, "(2,4):(1,2)", "std::layout_left::mapping<std::extents<std::size_t, 2, 4>>{}"),
    (Mdspan, "(6,4):(1,8)", "std::layout_left_padded<8>::mapping<std::extents<std::size_t, 6, 4>>{}"),
    (Mdspan, "(2,3,6):(24,8,1)", "std::layout_right_padded<8>::mapping<std::extents<std::size_t, 2, 3, 6>>{}"),
    (Mdspan, "(2,4):(8,2)", "std::layout_stride::mapping<std::extents<std::size_t, 2, 4>>{std::extents<std::size_t, 2, 4>{}, std::array<std::size_t, 2>{8, 2}}"),
    (Mdspan, "(n,64):(64,1)", "std::layout_right::mapping<std::extents<std::size_t, std::dynamic_extent, 64>>{std::extents<std::size_t, std::dynamic_extent, 64>{n}}"),
    (Mdspan, "(n,64):(ld,1)", "std::layout_stride::mapping<std::extents<std::size_t, std::dynamic_extent, 64>>{std::extents<std::size_t, std::dynamic_extent, 64>{n}, std::array<std::size_t, 2>{ld, 1}}"),
    (Rust, "(U4,usize):(8*usize,1)", "layout!((U4, usize):({8*usize}, 1))"),
    (Cute, "(U4,4):(4,1)", "make_layout(make_shape(U4, _4{}), make_stride(_4{}, _1{}))"),
    (Rust, "(n,m):(8*m,1)", "layout!((n, m):({8*m}, 1))"),
    (Rust, "(?,4):(4,1)", "Layout!((?, 4):(4, 1))"),
    (Rust, "Sw<3,3,3> o 0 o (8,64):(64,1)", "layout!(Sw<3,3,3> o 0 o (8, 64):(64, 1))"),
    (NumPy, "(2,4):(4,1)", "np.lib.stride_tricks.as_strided(x, shape=(2, 4), strides=(4*x.itemsize, x.itemsize))"),
    (NumPy, "(3,n):(0,-2)", "np.lib.stride_tricks.as_strided(x, shape=(3, n), strides=(0, -2*x.itemsize))"),
];

/// What a language has no word for.
#[rustfmt::skip]
const LACKING: &[(Language, &str, &str)] = &[
    (PyCute, "(4,6):(1@0,1@1)", "PyCute has no word for strides of coordinates"),
    (Mojo, "(4,6):(1@0,1@1)", "Mojo's source has no word for strides of coordinates"),
    (Mojo, "4:-1", "Mojo's source has no word for the stride -1"),
    (Mojo, "Sw<3,3,3> o 8 o (8,64):(64,1)", "Mojo's source has no word for an offset before a swizzle"),
    (MoYe, "Sw<3,3,3> o 0 o (8,64):(64,1)", "MoYe's source has no word for a swizzle"),
    (MoYe, "(4,6):(1@0,1@1)", "MoYe's source has no word for strides of coordinates"),
    (FlyDsl, "Sw<3,1,-3> o 0 o 8:1", "FlyDSL has no word for a swizzle of a negative shift, which moves nothing there"),
    (FlyDsl, "(n,64):(64,1)", "FlyDSL has no word for a name: its integers of run time are `?`"),
    (Mdspan, "(2,(2,2)):(1,(4,2))", "std::mdspan has no word for nested modes"),
    (Mdspan, "(2,4):(0,1)", "std::mdspan has no word for a stride below 1"),
    (Mdspan, "(2,4):(-4,1)", "std::mdspan has no word for a stride below 1"),
    (Mdspan, "(2,2):(2,3)", "std::mdspan has no word for axes that lie within each other: each stride must pass the axis before"),
    (Mdspan, "(4,6):(1@0,1@1)", "std::mdspan has no word for strides of coordinates"),
    (Mdspan, "Sw<3,3,3> o 0 o (8,64):(64,1)", "std::mdspan has no word for a swizzle"),
    (NumPy, "(2,(2,2)):(1,(4,2))", "NumPy's as_strided has no word for nested modes"),
    (Cute, "(n{div=8},64):(64,1)", "CuTe's C++ has no word for what is known of a name, such as `{div=8}`"),
    (Rust, "(n/8,64):(64,1)", "Rust has no word for the condition that 8 divides n"),
];

/// The value of this library's notation.
fn value(text: &str) -> Source {
    if let Ok(composed) = text.parse::<ComposedLayout>()
        && text.starts_with("Sw")
    {
        return Source::Swizzled(composed);
    }
    match (text.parse::<Layout>(), text.parse::<SymbolicLayout>()) {
        (Ok(layout), _) => layout.into(),
        (_, Ok(layout)) => Source::Symbolic(layout.into(), 0),
        _ => Source::Tiler(text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))),
    }
}

#[test]
fn values_are_written() {
    let mut wrong = Vec::new();
    for &(language, text, expected) in WRITTEN {
        let found = value(text).write(language).unwrap_or_else(|error| error.to_string());
        let again = Source::read(language, &found).map(|value| value.to_string());
        if found != expected || again.as_deref().ok() != Some(value(text).to_string().as_str()) {
            wrong.push(format!("{language:?} {text}: {found}, {again:?}, not {expected}"));
        }
    }
    for &(language, text, expected) in LACKING {
        let found = value(text).write(language).unwrap_or_else(|error| error.to_string());
        if found != expected {
            wrong.push(format!("{language:?} {text}: {found}, not {expected}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Texts that are refused: the message, and the part that is underlined.
#[rustfmt::skip]
const REFUSED: &[(Language, &str, &str, &str)] = &[
    (Cute, "make_layout(make_shap(2, 4))", "`make_shap` is not a name of CuTe's C++ that is read", "make_shap"),
    (Cute, "make_layout(make_shape(2, 4), make_stride(4))", "stride (4) is not congruent with shape (2,4)", "make_stride(4)"),
    (Cute, "make_layout(make_shape(2, 4), Swizzle<3,3,3>{})", "a stride or an order is expected, and this is a swizzle", "Swizzle<3,3,3>{}"),
    (Cute, "make_layout(make_shape(2, 4)", "expected `)`, which closes this bracket", "("),
    (Cute, "make_layout(make_shape(2 4))", "expected `,` or `)`", "4"),
    (Cute, "Swizzle<3,3,1>{}", "", "Swizzle<3,3,1>{}"),
    (Cute, "Layout<Shape<_2,_4>,Stride<_4,_1>>{} + 1", "`+` is read between integers only", "Layout<Shape<_2,_4>,Stride<_4,_1>>{} + 1"),
    (Cute, "Layout<Shape<_2,int>>{make_shape(_3{}, n)}", "the value does not have the type before it", "Layout<Shape<_2,int>>{make_shape(_3{}, n)}"),
    (Cute, "make_layout(make_shape(M / 2, 4))", "`/` of names is not read", "M / 2"),
    (Cute, "make_layout(make_shape(p.m, 4))", "`m` of a value is not read", "m"),
    (Cute, "make_layout(shape, LayoutRight{})", "`shape` may be an integer or a tuple", "shape"),
    (CuteDsl, "cute.make_layout(shape, stride=(4, 1))", "`shape` may be an integer or a tuple", "shape"),
    (PyCute, "Layout(shape)", "`shape` may be an integer or a tuple", "shape"),
    (Cute, "Layout<Shape<_2,_4>> layout layout;", "expected the end of the text", "layout"),
    (Cute, "make_layout([2, 4])", "CuTe's C++ has no tuples in `[..]`", "[2, 4]"),
    (Cute, "make_layout(99999999999999999999)", "an integer is past 9223372036854775807", "99999999999999999999"),
    (Cute, "make_layout(make_shape(m, 9223372036854775807, 3))", "an integer is past 9223372036854775807", "make_layout(make_shape(m, 9223372036854775807, 3))"),
    (Cute, "Shape<_2,_4>{}.size()", "`size` of a value is not read", "size"),
    (Cute, "ComposedLayout<Swizzle<3,1,3>,smem_ptr_flag_bits<32>,Layout<_8>>", "Sw<3,1,3> of addresses does not keep elements of 32 bits whole", "ComposedLayout<Swizzle<3,1,3>,smem_ptr_flag_bits<32>,Layout<_8>>"),
    (CuteDsl, "cute.make_layout((2, 4), strides=(4, 1))", "`strides` is no argument of `make_layout` that is read", "(4, 1)"),
    (CuteDsl, "cute.make_layout((2, 4), stride=(4, 1), stride=(1, 2))", "`stride` of `make_layout` is given twice", "(1, 2)"),
    (CuteDsl, "cute.make_layout((2, 4), \"row\")", "the string \"row\" is no part of a layout", "\"row\""),
    (PyCute, "Layout((2, 4), (4, 1), 3)", "`Layout` takes at most 2 arguments", "3"),
    (Mojo, "Layout(IntTuple(2, 4), IntTuple(4, 1)).size()", "`size` of a value is not read", "size"),
    (MoYe, "Layout{3, Tuple{StaticInt{2}}, Tuple{StaticInt{1}}}", "a layout of 1 modes has not the rank 3", "Layout{3, Tuple{StaticInt{2}}, Tuple{StaticInt{1}}}"),
    (FlyDsl, "!fly.swizzle<S<3,1,-3>>", "a swizzle of FlyDSL with a negative shift is not read", "S<3,1,-3>"),
    (FlyDsl, "!fly.composed_layout<SM<2,6,2> o 0 o (8,64):(64,1)>", "`SM` is not a name of FlyDSL that is read", "SM"),
    (Mdspan, "std::layout_stride::mapping<std::extents<int, 2, 4>>", "a mapping of `layout_stride` has extents and strides", "std::layout_stride::mapping<std::extents<int, 2, 4>>"),
    (Mdspan, "std::layout_stride::mapping(std::extents{2, 4}, std::array{0, 1})", "strides of `layout_stride` are 1 or more", "std::array{0, 1}"),
    (Mdspan, "std::layout_stride::mapping(std::extents{2, 4}, std::array<int, 3>{4, 1})", "this array has 2 elements", "3"),
    (Mdspan, "std::layout_left::mapping<std::extents<int, 2, 4>>{std::extents<int, 2, 5>{}}", "extents (2,5) in a mapping of extents (2,4)", "std::extents<int, 2, 5>{}"),
    (Mdspan, "std::extents<int, 2, std::dynamic_extent>{2, 4, 3}", "extents with 1 of 2 dynamic take as many values, and this has 3", "std::extents<int, 2, std::dynamic_extent>{2, 4, 3}"),
    (Mdspan, "std::layout_left_padded::mapping<std::extents<int, 2, 4>>", "a padded layout has a padding: `layout_left_padded<8>`", "layout_left_padded"),
    (Mdspan, "std::layout_left_padded<8>::mapping(std::extents{n, 4})", "a padding of an extent that is a name is not read", "std::layout_left_padded<8>::mapping(std::extents{n, 4})"),
    (Mdspan, "std::linalg::layout_blas_packed::mapping<std::extents<int, 2, 4>>", "`mapping` is not a name of std::mdspan that is read", "mapping"),
    (CuteDsl, "cute.logical_divide(tiler=(2, 3), target=cute.make_layout((8, 6)))", "`tiler` is no argument of `logical_divide` that is read", "(2, 3)"),
    (CuteDsl, "cute.blocked_product(tiler=cute.make_layout(2), block=cute.make_layout(4))", "`tiler` is no argument of `blocked_product` that is read", "cute.make_layout(2)"),
    (CuteDsl, "cute.make_layout((2, 4), loc=here)", "`loc` is no argument of `make_layout` that is read", "here"),
    (Mojo, "Layout.row_major(stride=2, shape=4)", "`stride` is no argument of `row_major` that is read", "2"),
    (Mojo, "row_major[n=2, m=4]()", "`n` is no argument of `row_major` that is read", "2"),
    (Cute, "E<-1>{}", "an axis is 0 or more", "E<-1>{}"),
    (FlyDsl, "!fly.composed_layout<(2,3):(1,2) o 0 o (4,5):(1,4)>", "a composed layout without a swizzle is not read", "(2,3):(1,2) o 0"),
    (Mdspan, "layout_right::mapping<extents<int, 2, dynamic_extent>>{{}}", "extents () in a mapping of extents (2,?)", "{}"),
    (Cute, "make_coord(1, _)", "a coordinate with `_` is no layout", "make_coord(1, _)"),
    (Cute, "make_shape(_2{}, make_shape(_, 3))", "a coordinate with `_` is no layout", "make_shape(_2{}, make_shape(_, 3))"),
    (Cute, "Layout<Int<2,3>>", "`Int` takes one integer", "Int<2,3>"),
    (Cute, "Shape<true_type,_4>{}", "`true_type` is no integer", "true_type"),
    (Cute, "make_stride(1E0, 1E1)", "expected an integer", "1E0"),
    (Cute, "make_shape(?, 4)", "expected an integer, a name or a tuple", "?"),
    (Cute, "Layout<_2>{} /* c", "this comment has no end", "/*"),
    (PyCute, "Layout((2, 4), (1@0, 1@1))", "expected `,` or `)`", "@"),
    (PyCute, "Layout((2, 4), (1E0, 1E1))", "expected an integer", "1E0"),
    (PyCute, "Layout((None, 4))", "`None` is no integer", "None"),
    (PyCute, "Layout((True, 4))", "`True` is no integer", "True"),
    (PyCute, "Layout((?, 4))", "expected an integer, a name or a tuple", "?"),
    (PyCute, "Layout((8, 8/2))", "expected an operator of integers: `/` divides floats", "/"),
    (PyCute, "Layout((8, M // 2))", "a quotient of names is not read", "M // 2"),
    (Mojo, "Layout((8, 4)) // 2", "`//` is read between integers only", "Layout((8, 4)) // 2"),
    (PyCute, "Layout((8, 8 // 0))", "a quotient by 0", "8 // 0"),
    (PyCute, "left_inverse(Layout((3, 1), (2, 1)))", "`left_inverse` is not a name of PyCute that is read", "left_inverse"),
    (FlyDsl, "!fly.layout<(n,4):(4,1)>", "an integer of run time is `?` in a type of FlyDSL", "n"),
    (FlyDsl, "!fly.layout<(2,4)>", "a layout of FlyDSL is `shape:stride`", "(2,4)"),
    (FlyDsl, "!fly.layout<(2,4):(1@0,1@1)>", "expected `,` or `)`", "@"),
    (Mojo, "LayoutTensor[dtype, Layout.row_major(2, 4), element_layout=Layout(2, 1)]", "`element_layout` of `LayoutTensor` is not read", "Layout(2, 1)"),
    (Mdspan, "extents<float, 2, 4>", "the type of an index is expected", "float"),
    (Mdspan, "dextents<2, 2>{2, 4}", "the type of an index is expected", "2"),
    (Mdspan, "mdspan<float, extents<int, 2, 4>, layout_right, Foo>", "an accessor that is not `default_accessor` is not read", "Foo"),
    (Mdspan, "mdspan(p, mdspan<float, extents<int, 2, 4>>{})", "a tensor with a type is read alone", "mdspan<float, extents<int, 2, 4>>{}"),
    (NumPy, "as_strided(x, (2, (2, 4)), (x.itemsize, (x.itemsize, x.itemsize)))", "a shape of NumPy is a tuple of integers", "(2, (2, 4))"),
    (NumPy, "as_strided(x, (2, x.itemsize), (x.itemsize, x.itemsize))", "the bytes of an element are no extent", "(2, x.itemsize)"),
    (NumPy, "as_strided(x, (2, 4), (x.itemsize * x.itemsize, 0))", "a stride is a number of elements times the bytes of one", "(x.itemsize * x.itemsize, 0)"),
    (NumPy, "as_strided(x, (2, 4), (y.itemsize, 0))", "`y.itemsize` is not of the array that is read", "(y.itemsize, 0)"),
    (Rust, "layout!((2, 4):(4))", "stride (4) is not congruent with shape (2,4)", "(4)"),
    (Rust, "layout!((2, n + 1):(4, 1))", "`+` of names is not read", "n + 1"),
    (NumPy, "as_strided(x, (2, 4), (16, 4))", "the strides of NumPy count bytes, and the bytes of an element are not known", "(16, 4)"),
    (NumPy, "as_strided(x, shape=(2, 4))", "`as_strided` is read with an array, a shape and strides", "as_strided(x, shape=(2, 4))"),
    (FlyDsl, "!fly.layout<(2,4):(?{div=4}E0,1E1)>", "a step along a coordinate is an integer that is known", "?{div=4}E0"),
    (FlyDsl, "!fly.layout<(2,*):(4,1)>", "a tuple of integers was expected, and this is one that leaves out a mode", "(2,*)"),
    (FlyDsl, "!fly.composed_layout<S<3,3,3> o ? o (8,8):(8,1)>", "the offset of a swizzled layout is an integer that is known", "S<3,3,3> o ?"),
    (FlyDsl, "!fly.tile<[4|]>", "expected a tile", "]"),
    (FlyDsl, "!fly.memref<f33, global, 4:1>", "a type of MLIR is expected, such as `f32`", "f33"),
    (FlyDsl, "!fly.layout<(2,4):(1,--4)>", "expected an integer after its sign", "-"),
    (FlyDsl, "fly.layout<(2,4):(1,4)>", "a type of FlyDSL begins with `!fly.`", "fly.layout<(2,4):(1,4)>"),
    (FlyDsl, "!fly.int_tuple<(2,?{iv=8})>", "", "!fly.int_tuple<(2,?{iv=8})>"),
    (FlyDsl, "!fly.tile<[4,8]>", "expected `|` or `]`", ","),
    (FlyDsl, "!fly.memref<f32, global, (2,4):(4,1), S<3,3,3>>", "a part of a `memref` other than its alignment is not read", "S<3,3,3>"),
    (FlyDsl, "!fly.memref<f32, lds, (2,4):(4,1)>", "this memory is not read", "lds"),
    (FlyDsl, "fx.make_layout((2, 4))", "`make_layout` takes a shape and a stride", "fx.make_layout((2, 4))"),
    (Cute, "make_tensor(p + 16, Layout<_4>{})", "a pointer that is not a name is not read", "p + 16"),
    (Cute, "make_tensor(make_smem_ptr(p + 16), Layout<_4>{})", "a pointer that is not a name is not read", "p + 16"),
    (Cute, "size<2>(Layout<Shape<_2,_4>>{})", "(2,4) has no mode 2", "Layout<Shape<_2,_4>>{}"),
    (Cute, "coalesce(make_tensor<float>(Layout<_4>{}))", "a tensor with a type is read alone", "make_tensor<float>(Layout<_4>{})"),
    (Mojo, "IndexList[3](4, 8)", "this `IndexList` has 2 elements", "IndexList[3](4, 8)"),
    (Mdspan, "std::dextents<2>", "`dextents` takes the type of an index and a rank", "std::dextents<2>"),
    (Mdspan, "mdspan<float, dextents<2>>(p, 2, 4)", "`dextents` takes the type of an index and a rank", "dextents<2>"),
    (Mdspan, "dims<int, 2>{2, 4}", "`dims` takes a rank", "dims<int, 2>{2, 4}"),
    (Mdspan, "mdspan<float, extents<int, 6, 4>, layout_left_padded<dynamic_extent>>", "this padding is known at run time only", "dynamic_extent"),
    (Mdspan, "mdspan<float, extents<int, 6, 4>, layout_stride>", "an `mdspan` of this layout is read with its mapping", "layout_stride"),
    (NumPy, "torch.as_strided(x, (2, 4), (4, 1))", "an `as_strided` of another library may count elements, not bytes", "torch.as_strided(x, (2, 4), (4, 1))"),
    (Rust, "const A: Layout!((2, 4)) = layout!((4, 2));", "the value does not have the type before it", "layout!((4, 2))"),
    (Rust, "let a: Layout!((2, 4));", "expected `=` and the value", ";"),
    (NumPy, "as_strided(x[1], (2, 4), (x.itemsize, 0))", "the array is a name, or `x[3:]` for the elements from 3 on", "x[1]"),
];

#[test]
fn refusals_point_at_their_cause() {
    let mut wrong = Vec::new();
    for &(language, text, message, part) in REFUSED {
        match Source::read(language, text) {
            Ok(value) => wrong.push(format!("{text}: {value}")),
            Err(error) => {
                let found = (error.message(), &text[error.span()]);
                if !message.is_empty() && found.0 != message || found.1 != part {
                    wrong.push(format!("{text}: {found:?}, not {message}, {part}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A text of each language of a layout of extents `a` and `b`, with `c` after it.
fn text_of(language: Language, [a, b]: [&str; 2], c: &str) -> String {
    match language {
        Cute => format!("make_layout(make_shape({a}, {b}{c}\n))"),
        CuteDsl => format!("cute.make_layout(({a}, {b}{c}\n))"),
        PyCute => format!("Layout(({a}, {b}{c}\n))"),
        Mojo => format!("Layout(IntTuple({a}, {b}{c}\n))"),
        MoYe => format!("make_layout(({a}, {b}{c}\n))"),
        FlyDsl => format!("!fly.layout<({a}, {b}{c}\n):({a}, {b})>"),
        Mdspan => format!("mdspan(p, {a}, {b}{c}\n)"),
        Rust => format!("layout!(({a}, {b}{c}\n))"),
        NumPy => format!("as_strided(x, ({a}, {b}{c}\n), (0, 0))"),
    }
}

fn shape_of(language: Language, text: &str) -> Option<String> {
    match Source::read(language, text) {
        Ok(Source::Layout(layout, _)) => Some(layout.shape().to_string()),
        _ => None,
    }
}

#[test]
fn comments_are_those_of_the_language() {
    for language in Language::ALL {
        let is_c = matches!(language, Cute | Mdspan | Rust);
        let is_hash = matches!(language, CuteDsl | PyCute | Mojo | MoYe | NumPy);
        for (comment, is_one) in [
            ("// c", is_c || language == FlyDsl),
            ("//c)", is_c || language == FlyDsl),
            ("/* c */", is_c),
            ("/* 2\n */", is_c),
            ("# c", is_hash),
            ("#c)", is_hash),
            ("#= c\n =#", language == MoYe),
            ("-- c", false),
            ("; c", false),
        ] {
            let text = text_of(language, ["4", "8"], comment);
            let found = shape_of(language, &text);
            assert_eq!(found.as_deref(), is_one.then_some("(4,8)"), "{language:?} {text}");
        }
    }
}

#[test]
fn quotients_are_those_of_the_language() {
    for language in Language::ALL {
        for (a, b) in [(8, 2), (7, 2), (9, 4), (64, 3)] {
            let is_python = matches!(language, CuteDsl | PyCute | Mojo | NumPy);
            for (sign, divides) in [
                ("//", is_python),
                ("/", matches!(language, Cute | Mdspan | Rust)),
                ("÷", language == MoYe),
            ] {
                // A comment.
                if sign == "//" && matches!(language, Cute | Mdspan | Rust | FlyDsl) {
                    continue;
                }
                let text = text_of(language, [&format!("{a} {sign} {b}"), "5"], "");
                let expected = divides.then(|| format!("({},5)", a / b));
                assert_eq!(shape_of(language, &text), expected, "{language:?} {text}");
            }
        }
    }
    assert_eq!(Source::read(PyCute, "Layout(4, -7 // 2)").unwrap().to_string(), "4:-4");
    assert_eq!(Source::read(Cute, "make_layout(4, -7 / 2)").unwrap().to_string(), "4:-3");
}

#[test]
fn integers_are_those_of_the_language() {
    let python = [CuteDsl, PyCute, Mojo, NumPy].as_slice();
    let rows: &[(&str, i64, &[Language])] = &[
        ("010", 8, &[Cute, Mdspan]),
        ("010", 10, &[MoYe, FlyDsl, Rust]),
        ("0777", 511, &[Cute, Mdspan]),
        ("0777", 777, &[MoYe, FlyDsl, Rust]),
        ("08", 8, &[MoYe, FlyDsl, Rust]),
        ("0x1F", 31, &Language::ALL),
        ("0X1F", 31, &[Cute, Mdspan, CuteDsl, PyCute, Mojo, NumPy]),
        ("0b11", 3, &[Cute, Mdspan, CuteDsl, PyCute, Mojo, NumPy, MoYe, Rust]),
        ("0B11", 3, &[Cute, Mdspan, CuteDsl, PyCute, Mojo, NumPy]),
        ("0o17", 15, &[CuteDsl, PyCute, Mojo, NumPy, MoYe, Rust]),
        ("0O17", 15, python),
        ("1_024", 1024, &[CuteDsl, PyCute, Mojo, NumPy, MoYe, Rust]),
        ("1'024", 1024, &[Cute, Mdspan]),
        ("16u", 16, &[Cute, Mdspan]),
        ("16ULL", 16, &[Cute, Mdspan]),
        ("16usize", 16, &[Rust]),
        ("16L", 16, &[Cute, Mdspan]),
    ];
    for language in Language::ALL {
        for (text, ..) in rows {
            let mut of = rows.iter().filter(|row| row.0 == *text && row.2.contains(&language));
            let expected = of.next().map(|row| format!("({},4)", row.1));
            let text = text_of(language, [text, "4"], "");
            assert_eq!(shape_of(language, &text), expected, "{language:?} {text}");
        }
    }
}

/// The strides of extents in an order, the first the fastest; with `zeros`, 0 at an extent of 1.
fn strides_of(extents: [i64; 3], order: [usize; 3], zeros: bool) -> String {
    let (mut strides, mut covered) = ([0; 3], 1);
    for k in order {
        strides[k] = if zeros && extents[k] == 1 { 0 } else { covered };
        covered *= extents[k];
    }
    format!("{strides:?}").replace(['[', ']', ' '], "")
}

#[test]
fn compact_strides_are_those_of_the_language() {
    for (language, zeros, left, right) in [
        (Cute, true, "make_layout(Shape<A>{})", "make_layout(Shape<A>{}, LayoutRight{})"),
        (CuteDsl, true, "cute.make_layout((A))", "cute.make_ordered_layout((A), order=(2, 1, 0))"),
        (PyCute, false, "Layout((A))", "Layout((A))"),
        (Mojo, false, "Layout(IntTuple(A))", "Layout.row_major(A)"),
        (Mojo, false, "Layout.col_major(A)", "row_major[A]()"),
        (Mojo, false, "Layout.col_major(A)", "make_ordered_layout(IntTuple(A), IntTuple(2, 1, 0))"),
        (Mdspan, false, "layout_left::mapping<extents<int, A>>{}", "mdspan(p, A)"),
    ] {
        for k in 0..27 {
            let extents = [1 + k % 3, 1 + k / 3 % 3, 1 + k / 9];
            let list = match language {
                Cute => {
                    format!("{extents:?}").replace(", ", ",_").replace('[', "_").replace(']', "")
                }
                _ => format!("{extents:?}").replace(['[', ']'], ""),
            };
            let shape = format!("{extents:?}").replace(['[', ']', ' '], "");
            for (text, order) in [(left, [0, 1, 2]), (right, [2, 1, 0])] {
                let order = if text == left { [0, 1, 2] } else { order };
                let text = text.replace('A', &list);
                let expected = format!("({shape}):({})", strides_of(extents, order, zeros));
                let found = Source::read(language, &text).map(|found| found.to_string());
                assert_eq!(found.as_deref().ok(), Some(&*expected), "{language:?} {text}");
            }
        }
    }
}

#[test]
fn orders_have_ties_in_mojo_alone() {
    for k in 0..27_usize {
        let ranks = [k % 3, k / 3 % 3, k / 9];
        let is_tie = ranks[0] == ranks[1] || ranks[1] == ranks[2] || ranks[0] == ranks[2];
        let [a, b, c] = ranks;
        for (language, text) in [
            (Cute, format!("make_ordered_layout(Shape<_2,_4,_8>{{}}, Step<_{a},_{b},_{c}>{{}})")),
            (Cute, format!("make_ordered_layout(make_shape(2, 4, 8), Step<_{a},_{b},_{c}>{{}})")),
            (CuteDsl, format!("cute.make_ordered_layout((2, 4, 8), order=({a}, {b}, {c}))")),
            (Mojo, format!("make_ordered_layout(IntTuple(2, 4, 8), IntTuple({a}, {b}, {c}))")),
            (MoYe, format!("make_ordered_layout((2, 4, 8), ({a}, {b}, {c}))")),
            (FlyDsl, format!("fx.make_ordered_layout((2, 4, 8), ({a}, {b}, {c}))")),
        ] {
            let mut order = [0, 1, 2];
            order.sort_by_key(|&k| ranks[k]);
            let expected = format!("(2,4,8):({})", strides_of([2, 4, 8], order, true));
            let found = Source::read(language, &text).map(|found| found.to_string()).ok();
            // Mojo takes the leftmost of them first.
            let is_read = !is_tie || language == Mojo;
            assert_eq!(found, is_read.then_some(expected), "{language:?} {text}");
        }
    }
}

#[test]
fn arrays_begin_where_their_text_says() {
    for (array, expected) in [
        ("x", Some(0)),
        ("x[0:]", Some(0)),
        ("x[7:]", Some(7)),
        ("x.T", Some(0)),
        ("x.reshape(4, 3)", Some(0)),
        ("x[-3:]", None),
        ("x[-0x3:]", None),
        ("x.T[3:]", None),
        ("x[3:].T", None),
        ("x.reshape(4, 3)[3:]", None),
        ("x[1:][2:]", None),
        ("x[1:5]", None),
        ("x[1]", None),
        ("f(x)[3:]", None),
        ("x[1:, 2:]", None),
        ("x[n:]", None),
    ] {
        let text = format!("as_strided({array}, (2, 4), (4*x.itemsize, x.itemsize))");
        let found = match Source::read(NumPy, &text) {
            Ok(Source::Layout(_, offset)) => Some(offset),
            _ => None,
        };
        // Whose element an expression other than a name has is not known.
        let expected = expected.filter(|_| !array.starts_with('f'));
        assert_eq!(found, expected, "{text}");
    }
}

#[test]
fn tensors_say_their_elements() {
    for (name, expected) in [
        ("bool", Some("i1")),
        ("std::int8_t", Some("i8")),
        ("std::uint8_t", Some("ui8")),
        ("int", Some("i32")),
        ("cutlass::half_t", Some("f16")),
        ("__nv_bfloat16", Some("bf16")),
        ("double", Some("f64")),
        ("T", None),
        ("long", None),
        ("char", None),
        ("std::complex<float>", None),
    ] {
        for text in [
            format!("std::mdspan<{name}, std::extents<int, 2, 4>>"),
            format!("mdspan<{name}, std::dextents<int, 2>, std::layout_left> m(p, 2, 4);"),
        ] {
            let found = Source::tensor_type(Mdspan, &text).unwrap().unwrap();
            assert_eq!((found.element, found.mlir, found.memory_space), (name, expected, None));
        }
    }
    for (name, expected) in [
        ("DType.bool", Some("i1")),
        ("DType.int64", Some("i64")),
        ("DType.uint16", Some("ui16")),
        ("DType.bfloat16", Some("bf16")),
        ("DType.float8_e4m3fn", Some("f8E4M3FN")),
        ("dtype", None),
        ("float32", None),
        ("DType.index", None),
    ] {
        for (space, expected_space) in [
            ("", None),
            (", address_space=AddressSpace.SHARED", Some("AddressSpace.SHARED")),
            (", address_space=AddressSpace.GENERIC", None),
        ] {
            let text = format!("LayoutTensor[mut=True, {name}, Layout.row_major(2, 4){space}]");
            let found = Source::tensor_type(Mojo, &text).unwrap().unwrap();
            let said = (found.element, found.mlir, found.memory_space);
            assert_eq!(said, (name, expected, expected_space));
        }
    }
    for (language, text, expected) in [
        (Cute, "make_tensor<half_t>(Layout<_4>{})", ("half_t", Some("f16"), None, None)),
        (
            Cute,
            "make_tensor(make_smem_ptr<float_e4m3_t>(p), Layout<_4>{})",
            ("float_e4m3_t", Some("f8E4M3FN"), Some("smem"), None),
        ),
        (Cute, "make_tensor(make_gmem_ptr(p), Layout<_4>{})", ("", None, Some("gmem"), None)),
        (
            CuteDsl,
            "cute.make_rmem_tensor((4, 8), cutlass.Float32)",
            ("cutlass.Float32", Some("f32"), Some("rmem"), None),
        ),
        (
            FlyDsl,
            "!fly.memref<bf16, shared, 4:1, align<16>>",
            ("bf16", Some("bf16"), Some("shared"), Some("16")),
        ),
        (FlyDsl, "!fly.memref<i4, global, 4:1>", ("i4", None, Some("global"), None)),
        (
            Mojo,
            "TileTensor[DType.int8, type_of(layout), address_space=AddressSpace.SHARED]",
            ("DType.int8", Some("i8"), Some("AddressSpace.SHARED"), None),
        ),
    ] {
        let found = Source::tensor_type(language, text).unwrap().unwrap();
        let found = (found.element, found.mlir, found.memory_space, found.alignment);
        assert_eq!(found, expected, "{text}");
    }
    assert_eq!(Source::tensor_type(Cute, "make_tensor(p, Layout<_4>{})"), Ok(None));
    assert_eq!(Source::tensor_type(Mdspan, "mdspan(p, 2, 4)"), Ok(None));
    let text = "std::mdspan<const float, std::extents<int, 2, 4>>";
    assert_eq!(Source::tensor_type(Mdspan, text).unwrap().unwrap().mlir, Some("f32"));
}

/// A name that means something else in a language is not written there.
#[test]
fn names_keep_their_meaning() {
    for (language, taken) in [
        (Cute, ["_m1", "E"].as_slice()),
        (MoYe, &["Int"]),
        (Rust, &["layout"]),
        (PyCute, &["Layout", "None"]),
        (CuteDsl, &["cute", "True"]),
        (Mojo, &["IntTuple", "UNKNOWN_VALUE"]),
        (Mdspan, &["int", "extents"]),
    ] {
        for name in taken.iter().chain(&["n", "m0"]) {
            let Ok(layout) = format!("({name},4):(4,1)").parse::<SymbolicLayout>() else {
                continue;
            };
            let written = Source::Symbolic(layout.into(), 0).write(language);
            assert_eq!(written.is_err(), taken.contains(name), "{language:?} {written:?}");
        }
    }
}

#[test]
fn strides_in_bytes_take_an_element() {
    let read =
        |text, bytes| Source::read_with_itemsize(NumPy, text, bytes).map(|value| value.to_string());
    assert_eq!(read("as_strided(x, (2, 4), (16, 4))", 4), Ok("(2,4):(4,1)".into()));
    assert_eq!(read("as_strided(x, (2, n), (8*n, 8))", 8), Ok("(2,n):(n,1)".into()));
    let error = read("as_strided(x, (2, 4), (16, 2))", 4).unwrap_err();
    assert_eq!(error.message(), "a stride of 2 bytes is not a multiple of 4");
}

/// Layouts of integers, nested for most languages.
fn layout() -> impl Strategy<Value = Layout> {
    layouts(1..99_i64, prop_oneof![3 => 0..9999_i64, 1 => -99..0_i64], 1)
}

/// Compact, padded and strided arrays, in any order of their axes.
fn array() -> impl Strategy<Value = Layout> {
    let axes = prop::collection::vec((1..9_i64, 1..4_i64), 1..5).prop_shuffle();
    (axes, any::<bool>(), any::<prop::sample::Index>(), any::<bool>()).prop_map(
        |(axes, is_left, padded, is_padded)| {
            let rank = axes.len();
            let (mut strides, mut covered) = (vec![0; rank], 1);
            let order: Vec<usize> =
                if is_left { (0..rank).collect() } else { (0..rank).rev().collect() };
            let padded = padded.index(rank);
            for &k in &order {
                strides[k] = covered;
                covered *= axes[k].0;
                covered += if is_padded && k == padded { axes[k].1 * covered } else { 0 };
            }
            let leaves = |values: Vec<i64>| {
                let leaves: Vec<IntTuple> = values.into_iter().map(IntTuple::from).collect();
                IntTuple::tuple(&leaves).unwrap()
            };
            Layout::new(leaves(axes.iter().map(|axis| axis.0).collect()), leaves(strides)).unwrap()
        },
    )
}

fn swizzled() -> impl Strategy<Value = ComposedLayout> {
    (layout(), 0..4_i64, 0..4_i64, 0..4_i64, 0..99_i64, any::<bool>()).prop_filter_map(
        "a swizzle",
        |(layout, bits, base, more, offset, is_negative)| {
            let shift = (bits + more) * if is_negative { -1 } else { 1 };
            let swizzle = Swizzle::new(bits, base, shift).ok()?;
            ComposedLayout::new(swizzle, offset, layout).ok()
        },
    )
}

/// Layouts of names: each leaf is an integer, a name, or a product.
fn symbolic() -> impl Strategy<Value = SymbolicLayout> {
    let leaf = prop_oneof![
        (2..99_i64).prop_map(|value| value.to_string()),
        "[a-km-n]".prop_map(|name| name),
        (2..9_i64, "[a-km-n]").prop_map(|(factor, name)| format!("{factor}*{name}")),
    ];
    let axes = prop::collection::vec((leaf.clone(), leaf), 1..4);
    axes.prop_map(|axes| {
        let side = |side: fn(&(String, String)) -> &String| {
            axes.iter().map(side).cloned().collect::<Vec<_>>().join(",")
        };
        format!("({}):({})", side(|axis| &axis.0), side(|axis| &axis.1)).parse().unwrap()
    })
}

/// Checks that a value that is written is read as the same value. Returns whether it was written.
fn comes_back(language: Language, value: &Source) -> Result<bool, TestCaseError> {
    let Ok(text) = value.write(language) else { return Ok(false) };
    let read = Source::read(language, &text);
    prop_assert!(read.is_ok(), "{:?} {text}: {read:?}", language);
    let read = read.unwrap();
    let same = match (value, &read) {
        // An array has an axis for each mode, and its extents of 1 have any stride.
        (Source::Layout(a, x), Source::Layout(b, y)) if matches!(language, Mdspan | NumPy) => {
            x == y && a.iter().eq(b.iter()) && a.rank() == b.rank()
        }
        (Source::Layout(a, x), Source::Layout(b, y)) => x == y && a == b && a.same_form(b),
        (a, b) => a.to_string() == b.to_string(),
    };
    prop_assert!(same, "{:?} {text}: {read}, not {value}", language);
    Ok(true)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn layouts_come_back(a in layout()) {
        for language in Language::ALL {
            let is_written = comes_back(language, &a.into())?;
            let holds_all = matches!(language, Cute | CuteDsl | PyCute | MoYe | FlyDsl | Rust);
            prop_assert!(is_written || !holds_all, "{:?} {a}", language);
        }
    }

    #[test]
    fn arrays_come_back(a in array(), offset in 0..99_i64) {
        for language in Language::ALL {
            prop_assert!(comes_back(language, &a.into())?, "{:?} {a}", language);
        }
        prop_assert!(comes_back(NumPy, &Source::Layout(a, offset))?);
    }

    #[test]
    fn swizzled_layouts_come_back(a in swizzled()) {
        for language in Language::ALL {
            let is_written = comes_back(language, &Source::Swizzled(a))?;
            prop_assert!(is_written || !matches!(language, Cute | CuteDsl | PyCute | Rust));
        }
    }

    #[test]
    fn layouts_of_names_come_back(a in symbolic()) {
        for language in Language::ALL {
            let is_written = comes_back(language, &Source::Symbolic(a.into(), 0))?;
            prop_assert!(is_written || language == FlyDsl || language == Mdspan, "{:?} {a}", language);
        }
        prop_assert!(comes_back(NumPy, &Source::Symbolic(a.into(), 7))?);
    }

    /// Any text is read or refused, with a span in it.
    #[test]
    fn any_text_ends(text in texts(PIECES, 24)) {
        for language in Language::ALL {
            match Source::read(language, &text) {
                Ok(value) => { let _ = value.write(language); }
                Err(error) => {
                    prop_assert!(text.get(error.span()).is_some(), "{text}: {error} {:?}", error.span());
                    prop_assert!(!error.message().is_empty() && !error.message().contains('\n'), "{text}");
                }
            }
        }
    }
}

/// Pieces of the languages.
const PIECES: &[&str] = &[
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "<",
    ">",
    ",",
    ":",
    "::",
    ".",
    "@",
    "*",
    "/",
    "-",
    "+",
    "o ",
    " ",
    "?",
    "!",
    "=",
    "_",
    "_4",
    "0",
    "1",
    "2",
    "8",
    "1E0",
    "1@0",
    "9223372036854775807",
    "n",
    "m{}",
    "é",
    "∘",
    "\"a\"",
    "'",
    "/*",
    "//",
    "\n",
    "Layout",
    "Shape<",
    "Stride<",
    "make_layout(",
    "make_shape(",
    "Int<4>{}",
    "E<0>",
    "Swizzle<3,3,3>{}",
    "composition(",
    "ComposedLayout<",
    "make_tile(",
    "LayoutRight{}",
    "cute.",
    "stride=",
    "IntTuple(",
    "row_major[",
    "@Layout ",
    "Tuple{",
    "StaticInt{4}",
    "!fly.layout<",
    "std::",
    "layout_left::mapping<",
    "layout_stride::mapping(",
    "layout_left_padded<8>",
    "::mapping<",
    "extents<int, 2, 4>",
    "dynamic_extent",
    "layout!(",
    "U4",
    "as_strided(x, ",
    "x.itemsize",
    "x[3:]",
    "row",
    "mdspan(p, ",
    "dextents<int, 2>",
    "array{4, 1}",
    "decltype(",
    "Layout<Shape<_2,_4>,Stride<_4,_1>>{}",
    "(2, 4)",
    "?{div=8}",
];

#[test]
fn hostile_texts_are_refused() {
    let deep = |open: &str, close: &str| format!("{}1{}", open.repeat(4000), close.repeat(4000));
    let texts = [
        deep("(", ")"),
        deep("[", "]"),
        deep("{", "}"),
        deep("f(", ")"),
        deep("Shape<", ">"),
        deep("-", ""),
        deep("!fly.layout<", ">"),
        "(".repeat(1 << 22),
        format!("Layout<Shape<{}>>", vec!["_2"; 4000].join(",")),
        format!("make_shape({})", vec!["n"; 4000].join(",")),
        format!("make_shape({})", ["9223372036854775807"; 12].join("*")),
        vec!["make_layout(2)"; 900].join(" o "),
        "9".repeat(9000),
        "n".repeat(9000),
        "\u{0}".repeat(100),
        String::from_utf8_lossy(&[0xff; 100]).into_owned(),
    ];
    // As deep as texts are read, in 1 MiB.
    let thread = std::thread::Builder::new().stack_size(1 << 20);
    let deepest = || {
        for (language, open, close) in [
            (Cute, "decltype(", ")"),
            (Cute, "make_shape(", ")"),
            (Cute, "make_layout(", ")"),
            (Cute, "composition(Swizzle<1,0,1>{}, composition(make_layout(2), ", "))"),
            (Cute, "zipped_divide(make_layout(2), ", ")"),
            (Rust, "layout!(", ")"),
            (Mdspan, "mdspan(p, ", ")"),
            (Mojo, "TileTensor(p, ", ")"),
            (Mojo, "IntTuple(", ")"),
            (Mojo, "Layout(Coord(", "))"),
            (CuteDsl, "cute.make_layout(", ", stride=1)"),
            (NumPy, "as_strided(x, ", ")"),
        ] {
            let text = format!("{}2{}", open.repeat(11), close.repeat(11));
            let _ = Source::read(language, &text);
            let text = format!("{}2{}", open.repeat(22), close.repeat(22));
            let _ = Source::read(language, &text);
        }
        let _ = Source::read(Cute, &format!("2{}", "*1".repeat(24)));
        let _ = Source::read(Cute, &format!("make_layout(2){}", " o make_layout(2)".repeat(22)));
    };
    thread.spawn(deepest).expect("a thread").join().expect("no overflow");
    for text in &texts {
        for language in Language::ALL {
            let read = Source::read(language, text);
            let head: String = text.chars().take(40).collect();
            assert!(read.is_err(), "{language:?} {head}");
            if let Err(error) = read {
                assert!(
                    text.get(error.span()).is_some(),
                    "{language:?} {head}: {:?}",
                    error.span()
                );
            }
        }
    }
}
