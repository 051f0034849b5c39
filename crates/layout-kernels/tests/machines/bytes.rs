//! `gemm_i8` of `i8` and `u8`, compared with the definition.

use super::{Random, strided};
use static_layout::*;
use static_layout_kernels::gemm::{Byte, gemm_i8_on};
use static_layout_kernels::gemm_i8;
use static_layout_kernels::simd::Portable;

/// An element made of the bits of a byte.
trait Bits: Byte + Send + Sync {
    fn of(bits: u8) -> Self;
}
impl Bits for i8 {
    fn of(bits: u8) -> Self {
        bits as Self
    }
}
impl Bits for u8 {
    fn of(bits: u8) -> Self {
        bits
    }
}

/// All numbers, among them the least squared.
fn bytes<X: Bits>(n: usize, seed: usize) -> Vec<X> {
    (0..n).map(|i| X::of(((i + seed) * 73 + 128) as u8)).collect()
}

fn product(x: impl Into<i32>, y: impl Into<i32>) -> i32 {
    x.into() * y.into()
}

pub(crate) fn all() {
    of_types::<i8, i8>();
    of_types::<u8, i8>();
    of_types::<i8, u8>();
    of_types::<u8, u8>();
}

fn of_types<X: Bits, Y: Bits>() {
    sizes::<X, Y>();
    small_universe::<X, Y>();
    extremes::<X, Y>();
    of_static_extents::<X, Y>();
    of_static_layouts::<X, Y>();
    let mut random = Random(5);
    // Optimized, the number of products that a release is checked with.
    for _ in 0..if cfg!(debug_assertions) { 20 } else { 25_000 } {
        let extents = [0; 3].map(|_| match random.below(4) {
            0 => 1 + random.below(4),
            1 => 15 + random.below(4),
            2 => 1 + random.below(40),
            _ => [32, 33, 64, 65, 70, 130][random.below(6)],
        });
        one::<X, Y>(&mut random, extents);
    }
}

/// Products of all extents around those of a tile, in any order of modes, with gaps and with reversed columns.
fn sizes<X: Bits, Y: Bits>() {
    let mut random = Random(3);
    for [m, n, k] in [
        [1, 1, 1],
        [1, 1, 0],
        [3, 5, 2],
        [8, 4, 7],
        [9, 5, 8],
        [16, 6, 3],
        [17, 7, 64],
        [31, 11, 5],
        [32, 12, 33],
        [33, 13, 16],
        [65, 25, 9],
        [70, 40, 130],
        // Packed, because of the depth.
        [9, 5, 601],
        [16, 6, 300],
        [17, 7, 512],
        [31, 11, 257],
        [32, 12, 513],
        [33, 13, 260],
        [1, 600, 5],
        [3, 40, 66],
        [4, 513, 1],
        [40, 2, 33],
        [600, 4, 7],
        [0, 3, 2],
        [2, 0, 5],
    ] {
        for _ in 0..6 {
            one::<X, Y>(&mut random, [m, n, k]);
        }
    }
}

/// Products of few numbers, of all orders of the modes.
fn small_universe<X: Bits, Y: Bits>() {
    for [m, n, k] in (0..6 * 6 * 10).map(|at| [at % 6, at / 6 % 6, at / 36]) {
        let (x, y) = (bytes::<X>(m * k, 0), bytes::<Y>(k * n, 5));
        for order in 0..8 {
            let layout = |bit: usize, rows: usize, columns: usize| {
                let strides = if order & bit == 0 { (columns, 1) } else { (1, rows) };
                Layout::new((rows, columns), strides)
            };
            let a = View::new(&x, layout(1, m, k)).unwrap();
            let b = View::new(&y, layout(2, k, n)).unwrap();
            let to = layout(4, m, n);
            let (mut sums, mut portable) = (vec![7; m * n], vec![7; m * n]);
            gemm_i8(1, a, b, &mut ViewMut::new(&mut sums, to).unwrap());
            gemm_i8_on(Portable, 1, a, b, &mut ViewMut::new(&mut portable, to).unwrap());
            for (i, j) in (0..m).flat_map(|i| (0..n).map(move |j| (i, j))) {
                let sum: i32 = (0..k).map(|p| product(a[(i, p)], b[(p, j)])).sum();
                let at = to.offset((i, j)) as usize;
                assert_eq!([sums[at], portable[at]], [sum; 2], "{m} by {n} by {k}");
            }
        }
    }
}

/// The least and the greatest numbers, whose sums wrap around past the range of `i32`.
fn extremes<X: Bits, Y: Bits>() {
    for [m, n, k] in [[1, 1, 66_000], [2, 7, 66_000], [6, 5, 132_000], [9, 9, 7], [33, 34, 35]] {
        for (x, y) in [(0x80, 0x80), (0x80, 0xFF), (0xFF, 0x80), (0xFF, 0xFF), (0x7F, 0x80)] {
            let (x, y) = (X::of(x), Y::of(y));
            let (a, b) = (vec![x; m * k], vec![y; n * k]);
            let a = View::new(&a, Layout::new((m, k), (k, 1))).unwrap();
            let b = View::new(&b, Layout::new((k, n), (1, k))).unwrap();
            let (mut sums, mut portable) = (vec![7; m * n], vec![7; m * n]);
            let to = Layout::new((m, n), (n, 1));
            gemm_i8(1, a, b, &mut ViewMut::new(&mut sums, to).unwrap());
            gemm_i8_on(Portable, 1, a, b, &mut ViewMut::new(&mut portable, to).unwrap());
            let sum = product(x, y).wrapping_mul(k as i32);
            assert!(sums == vec![sum; m * n] && portable == sums, "{m} by {n} by {k}");
        }
    }
}

fn one<X: Bits, Y: Bits>(random: &mut Random, [m, n, k]: [usize; 3]) {
    let least = |[x, y]: [usize; 2]| [x.max(1), y.max(1)];
    let [a, b, c] = [[m, k], [k, n], [m, n]].map(|extents| strided(random, least(extents)));
    let (x, y) = (bytes::<X>(a.2, 0), bytes::<Y>(b.2, 5));
    let layout = |extents: [usize; 2], strides: [usize; 2]| {
        Layout::new((extents[0], extents[1]), (strides[0], int::Negative::new(strides[1])))
    };
    let (from, by) = (
        View::with_origin(&x, a.1, layout([m, k], a.0)).unwrap(),
        View::with_origin(&y, b.1, layout([k, n], b.0)).unwrap(),
    );
    let to = layout([m, n], c.0);
    let place = |origin: usize, [down, across]: [usize; 2], i: usize, j: usize| {
        origin + i * down - j * across
    };
    // The elements around C stay.
    let (mut sums, mut scaled, mut portable) = (vec![7; c.2], vec![7.0; c.2], vec![7; c.2]);
    let (mut expected, mut halves) = (sums.clone(), scaled.clone());
    for (i, j) in (0..m).flat_map(|i| (0..n).map(move |j| (i, j))) {
        let sum: i32 =
            (0..k).map(|p| product(x[place(a.1, a.0, i, p)], y[place(b.1, b.0, p, j)])).sum();
        expected[place(c.1, c.0, i, j)] = -3 * sum;
        halves[place(c.1, c.0, i, j)] = 0.5 * sum as f32;
    }
    gemm_i8(-3, from, by, &mut ViewMut::with_origin(&mut sums, c.1, to).unwrap());
    gemm_i8(0.5, from, by, &mut ViewMut::with_origin(&mut scaled, c.1, to).unwrap());
    gemm_i8_on(Portable, -3, from, by, &mut ViewMut::with_origin(&mut portable, c.1, to).unwrap());
    assert!(sums == expected && portable == expected, "{m} by {n} by {k}");
    assert!(scaled == halves, "{m} by {n} by {k}, scaled");
}

/// Products of static extents, into sums and scaled ones.
fn of_static_extents<X: Bits, Y: Bits>() {
    macro_rules! sizes {
        ($([$m:literal $n:literal $k:literal] $a:tt $b:tt $c:tt;)*) => {$(
            let (x, y) = (bytes::<X>($m * $k, 0), bytes::<Y>($k * $n, 0));
            let a = View::new(&x, layout!(($m, $k):$a)).unwrap();
            let b = View::new(&y, layout!(($k, $n):$b)).unwrap();
            let (mut sums, mut scaled) = ([7_i32; $m * $n], [7.0_f32; $m * $n]);
            let to = layout!(($m, $n):$c);
            gemm_i8(-3, a, b, &mut ViewMut::new(&mut sums, to).unwrap());
            gemm_i8(0.5, a, b, &mut ViewMut::new(&mut scaled, to).unwrap());
            for (i, j) in (0..$m).flat_map(|i| (0..$n).map(move |j| (i, j))) {
                let sum: i32 = (0..$k).map(|k| product(a[(i, k)], b[(k, j)])).sum();
                let at = to.offset((i, j)) as usize;
                assert_eq!((sums[at], scaled[at]), (-3 * sum, 0.5 * sum as f32), "{} {} {}", $m, $n, $k);
            }
        )*};
    }
    sizes! {
        [1 1 1] row col row; [2 3 4] row col row; [8 8 8] row row row; [8 8 8] col col row; [7 9 5] row col col;
        [16 16 16] row row row; [32 32 32] row col row; [3 17 33] col row col; [1 40 128] row row row; [9 9 300] row row row;
    }
}

/// Nested and swizzled layouts, and a broadcast row.
fn of_static_layouts<X: Bits, Y: Bits>() {
    let (x, y) = (bytes::<X>(64, 0), bytes::<Y>(64, 0));
    let nested = layout!(((2, 4), 8):((1, 16), 2));
    let (tiles, of_b) = (View::new(&x, nested).unwrap(), View::new(&y, nested).unwrap());
    let swizzled = View::new(&y, layout!(Sw<2, 0, 3> o 0 o (8, 8):row)).unwrap();
    let row = View::new(&x, layout!((8, 8):(0, 1))).unwrap();
    let mut sums = [0; 64];
    gemm_i8(1, tiles, swizzled, &mut ViewMut::new(&mut sums, layout!((8, 8):col)).unwrap());
    let mut again = [0; 64];
    gemm_i8(1, row, of_b, &mut ViewMut::new(&mut again, layout!((8, 8):row)).unwrap());
    for (i, j) in (0..8).flat_map(|i| (0..8).map(move |j| (i, j))) {
        let sum: i32 = (0..8).map(|k| product(tiles[(i, k)], swizzled[(k, j)])).sum();
        assert_eq!(sums[i + 8 * j], sum);
        assert_eq!(again[8 * i + j], (0..8).map(|k| product(x[k], of_b[(k, j)])).sum::<i32>());
    }
}
