//! Constants, const parameters and numerals in the macros are static, in value and in type position.

use static_layout::typenum::{U5, U16};
use static_layout::*;

const T: usize = 32;
/// A number without a row in the table of numerals.
const ODD: usize = 12_345;

mod sizes {
    pub(super) const LARGE: usize = 7_000_001;
}

struct KernelOfConsts;
impl KernelOfConsts {
    const BM: usize = 48;

    fn tile(&self) -> Tile!({const Self::BM}, _, 4:2) {
        tile!({const Self::BM}, _, 4:2)
    }
}

/// The value has the type of the literal, which is static.
fn same<L: PartialEq + std::fmt::Debug>(constant: L, literal: L) {
    assert_eq!(constant, literal);
    assert_eq!(size_of::<L>(), 0);
}

#[test]
fn constants_have_the_types_of_literals() {
    const N: usize = 8;
    same(layout!((T, N)), layout!((32, 8)));
    same(layout!((T, 4):(4, 1)), layout!((32, 4):(4, 1)));
    same(layout!((T, N):row), layout!((32, 8):row));
    same(layout!((4, N, 2):order(2, 0, 1)), layout!((4, 8, 2):order(2, 0, 1)));
    same(layout!(N:-T), layout!(8:-32));
    same(layout!((4, 6):(N@1, 1@0)), layout!((4, 6):(8@1, 1@0)));
    same(layout!(Sw<3, 4, 3> o N o (8, T):(T, 1)), layout!(Sw<3, 4, 3> o 8 o (8, 32):(32, 1)));
    same(tile!(T, T), tile!(32, 32));
    same(tile!(N:2, _, (T, 2)), tile!(8:2, _, (32, 2)));
    same(shape!(T, (N, 2)), shape!(32, (8, 2)));
    same(coord!(N, _), coord!(8, _));
    same(slices!(N, 1..T, ..; -N), slices!(8, 1..32, ..; -8));
    const A: Layout!((T, N)) = layout!((T, N));
    same(layout!(A o N:4), layout!(8:4));
}

#[test]
fn an_extent_of_one_has_the_stride_of_a_literal() {
    const ONE: usize = 1;
    const ZERO: usize = 0;
    same(layout!(ONE), layout!(1));
    same(tile!(ONE, 4), tile!(1, 4));
    same(layout!((4, ONE, 3)), layout!((4, 1, 3)));
    same(layout!((4, 3):(ZERO, -ZERO)), layout!((4, 3):(0, 0)));
    same(layout!((4, 3):(ZERO@0, 1@1)), layout!((4, 3):(0@0, 1@1)));
}

#[test]
fn expressions_of_constants_are_static() {
    same(shape!({const T * 2}, {const T / 5}, {const T % 5}), shape!(64, 6, 2));
    same(shape!({const (T + 4) * 2 - 1}), shape!(71));
    same(shape!({const 4}, {const T}), shape!(4, 32));
    same(shape!({const T.div_ceil(5)}, {const (T + 1).next_multiple_of(8)}), shape!(7, 40));
    // Any number: paths, calls, braces.
    same(layout!(({ const { ODD } }, 2)), layout!((12345, 2)));
    same(layout!((2, {const sizes::LARGE})), layout!((2, 7000001)));
    same(layout!((2, {const size_of::<u64>()})), layout!((2, 8)));
    same(shape!({const i64::MAX as usize}, {const {0}}), shape!(9223372036854775807, 0));
    same(KernelOfConsts.tile(), tile!(48, _, 4:2));
}

#[test]
fn numerals_are_static() {
    fn rows<R: Nat>(rows: R) -> [Layout!(({type R}, 4)); 2] {
        [layout!(({type R}, 4)), layout!(({static rows}, 4))]
    }
    let [by_type, by_value] = rows(U16::new());
    same(by_type, layout!((16, 4)));
    same(by_value, layout!((16, 4)));
    same(layout!((U16, {type typenum::U3})), layout!((16, 3)));
    same(layout!(4:-{static U5::new()}), layout!(4:-5));
    let n = 3;
    let mixed: Layout!((U16, ?):(?, -5)) = layout!((U16, n):(n, -{static U5::new()}));
    assert_eq!(mixed.to_string(), "(16,3):(3,-5)");
}

#[test]
fn braces_store_a_constant() {
    static CELLS: usize = 9;
    let stored: Layout!((?, ?, 4)) = layout!(({ T }, { CELLS }, 4));
    assert_eq!(size_of_val(&stored), 4 * size_of::<usize>());
    assert_eq!(format!("{stored:#}"), "(32,9,_4):(_1,32,288)");
}

#[test]
fn const_parameters_are_static() {
    fn tiled<const BM: usize, const BN: usize>(n: usize) -> String
    where
        Extent<BM>: Static,
        Extent<BN>: Static,
    {
        let a: Layout!((BM, {const BM * BN / 2}, ?)) = layout!((BM, {const BM * BN / 2}, n));
        let tile: Tile!(BM, BN) = tile!(BM, BN);
        assert_eq!(size_of_val(&tile), 0);
        let b = layout!((4096, 4096):row).zipped_divide(tile);
        assert_eq!(size_of_val(&b), 0);
        format!("{a:#} {b}")
    }
    assert_eq!(
        tiled::<16, 8>(5),
        "(_16,_64,5):(_1,_16,_1024) ((16,8),(256,512)):((4096,1),(65536,8))"
    );
    assert_eq!(tiled::<4096, 1>(5).split(' ').next(), Some("(_4096,_2048,5):(_1,_4096,_8388608)"));
}

#[test]
fn the_table_has_the_numbers_it_promises() {
    fn value<const N: usize>() -> usize
    where
        Extent<N>: Static,
    {
        <Numeral<N> as typenum::Unsigned>::USIZE
    }
    macro_rules! all {
        ($($n:literal)*) => { $(assert_eq!(value::<$n>(), $n);)* };
    }
    all! { 0 1 2 3 7 10 100 511 512 1000 1023 1024 1032 1040 2048 3000 3600 4096 5000 6144 8184 8192 }
    all! { 8448 10000 11008 14336 16384 28672 32768 65280 65536 100000 131072 1048576 1000000 }
}

#[test]
fn dispatch_has_the_constants_of_the_row() {
    fn bytes(n: usize) -> (usize, usize) {
        dispatch!(N = n in [8, 16] => (size_of_val(&shape!(N, 2)), N), else => (size_of_val(&shape!(n, 2)), n))
    }
    assert_eq!([bytes(8), bytes(16), bytes(24)], [(0, 8), (0, 16), (8, 24)]);
    fn of(size: (usize, usize), scale: usize) -> usize {
        // An expression with commas, and rows with one at the end.
        dispatch!((A, B,) = (size.0 + 1, size.1.max(1),) in [(1, 2,), (3, 4),] => {
            let parts: Layout!((A, B)) = layout!((A, B));
            parts.size() * scale
        }, else => 0,)
    }
    assert_eq!([of((0, 2), 1), of((2, 4), 10), of((2, 2), 1)], [2, 120, 0]);
}

#[test]
fn dispatch_takes_constants_by_name() {
    use sizes::LARGE;
    const SMALL: usize = 8;
    mod sizes {
        pub const LARGE: usize = 64;
    }
    fn bytes(m: usize, n: usize) -> [usize; 3] {
        dispatch!((M, N) = (m, n) in [(SMALL, 16), (LARGE, SMALL)] => [size_of_val(&shape!(M, N)), M, N],
            else => [size_of_val(&shape!(m, n)), m, n])
    }
    assert_eq!([bytes(8, 16), bytes(64, 8), bytes(8, 8)], [[0, 8, 16], [0, 64, 8], [16, 8, 8]]);
    let of = |n: usize| dispatch!(N = n in [4, LARGE] => N, else => 0);
    assert_eq!([of(4), of(64), of(8)], [4, 64, 0]);
}

/// The sizes of a generic tile are numbers: they bound loops, are compared and printed.
fn rows_of_tile<const BM: usize, const BN: usize>(
    matrix: View<'_, usize, Layout!((?, ?):row)>,
    at: (usize, usize),
) -> String
where
    Extent<BM>: Static,
    Extent<BN>: Static,
{
    let tile = matrix.tile(tile!(BM, BN), at);
    let [m, n] = tile.sizes();
    assert_eq!(tile.sizes(), [BM, BN]);
    assert_eq!(tile.layout().sizes(), [m, n]);
    let mut sum = 0;
    for (i, j) in layout!((m, n)).coords() {
        sum += tile.at((i, j));
    }
    format!("{:?} {sum}", tile.sizes::<2>())
}

#[test]
fn sizes_of_generic_layouts() {
    let (m, n) = (4, 9);
    let matrix = Boxed::from_coords(layout!((m, n):row), |(i, j)| 10 * i + j);
    assert_eq!(rows_of_tile::<2, 3>(matrix.view(), (1, 2)), "[2, 3] 192");
    assert_eq!(rows_of_tile::<4, 1>(matrix.view(), (0, 8)), "[4, 1] 92");

    assert_eq!(matrix.sizes(), [4, 9]);
    assert_eq!(layout!(():()).sizes(), [0_usize; 0]);
    assert_eq!(layout!(7:-2).sizes(), [7]);
    assert_eq!(layout!(((2, n), (), (3, (m, 5)))).sizes(), [18, 1, 60]);
    assert_eq!(layout!((0, 3)).sizes(), [0, 3]);
    assert_eq!(layout!(Sw<1, 0, 2> o 0 o (4, (2, 2)):(1, (4, 8))).sizes(), [4, 4]);
    let padded = layout!((10, 9)).zipped_divide_padded(tile!(4, 4)).layout();
    assert_eq!(padded.sizes(), [16, 9]);
    assert_eq!(padded.mode::<1>().sizes(), [3, 3]);
}
