//! `gemm_bf16`: which kernel computes, and products of any layouts in turns with the portable token.

use super::{Random, strided};
use half::bf16;
use static_layout::*;
use static_layout_kernels::simd::Portable;
use static_layout_kernels::{gemm_bf16, gemm_on};

pub(crate) fn all(has_tiles: bool) {
    the_instruction_is_chosen(has_tiles);
    let mut random = Random(7);
    // Optimized, the number of products that a release is checked with.
    for _ in 0..if cfg!(debug_assertions) { 60 } else { 100_000 } {
        one(&mut random);
    }
    of_static_layouts();
}

/// The products of subnormal numbers are 0 by the instructions alone. The order of the sums tells which instruction it is.
fn the_instruction_is_chosen(has_tiles: bool) {
    let of_instruction = sum_of_instruction(has_tiles);
    if let Some(expected) = of_instruction {
        let x: Vec<bf16> = (0..32 * 32)
            .map(|i| bf16::from_f32([16_777_216.0, 1.0, -16_777_216.0, 1.0][i % 4]))
            .collect();
        let y = [bf16::ONE; 32 * 32];
        let [row, column] = [(32, 1), (1, 32)].map(|strides| Layout::new((32, 32), strides));
        let mut sums = vec![f32::NAN; 32 * 32];
        let (a, b) = (View::new(&x, row).unwrap(), View::new(&y, row).unwrap());
        for to in [row, column] {
            gemm_bf16(1.0, a, b, 0.0, &mut ViewMut::new(&mut sums, to).unwrap());
            assert_eq!(sums, vec![expected; 32 * 32], "tiles: {has_tiles}");
        }
    }
    // 2^-130 by 2^20.
    let (x, y) = ([bf16::from_bits(1 << 3); 32 * 32], [bf16::from_f32(1_048_576.0); 32 * 32]);
    for n in [1, 2, 16, 17, 32] {
        let (by, column) = (Layout::new((32, n), (1, 32)), Layout::new((n, 32), (1, n)));
        for turned in [false, true] {
            let mut sums = vec![f32::NAN; 32 * n];
            let row = View::new(&x, layout!((32, 32):row)).unwrap();
            let of_y = View::new(&y, by).unwrap();
            if turned {
                let to = &mut ViewMut::new(&mut sums, column).unwrap();
                gemm_bf16(1.0, of_y.transpose(), row.transpose(), 0.0, to);
            } else {
                gemm_bf16(1.0, row, of_y, 0.0, &mut ViewMut::new(&mut sums, by).unwrap());
            }
            // Few numbers are converted.
            let is_flushed = of_instruction.is_some() && n > 4;
            let expected = if is_flushed { 0.0 } else { 32.0 * f32::from_bits((127 - 110) << 23) };
            assert_eq!(sums, vec![expected; 32 * n], "{n} columns");
        }
    }
}

/// The sum of 2^24, 1, -2^24, 1 and so on of 32 depths by the instruction that this processor has for products of `bf16`.
#[cfg(target_arch = "x86_64")]
fn sum_of_instruction(has_tiles: bool) -> Option<f32> {
    let is_there = static_layout_kernels::simd::Avx512::detect().is_some()
        && is_x86_feature_detected!("avx512bf16");
    // `vdpbf16ps` loses each 1 in 2^24. `tdpbf16ps` adds the odd depths apart.
    is_there.then_some(if has_tiles { 16.0 } else { 0.0 })
}
#[cfg(target_arch = "aarch64")]
fn sum_of_instruction(_: bool) -> Option<f32> {
    // `bfmmla` adds a pair first: 2^24 and 1 are 2^24 + 2, whose last bit is 1, and -2^24 and 1 are exact.
    std::arch::is_aarch64_feature_detected!("bf16").then_some(31.0)
}

/// A product of small whole numbers, whose sums are exact in any order, in any order of modes, with gaps and reversed columns.
fn one(random: &mut Random) {
    let mut extent = || match random.below(4) {
        0 => 1 + random.below(4),
        1 => 15 + random.below(4),
        2 => 1 + random.below(40),
        _ => [32, 33, 64, 65, 70][random.below(5)],
    };
    let ([m, n], mut k) = ([extent(), extent()], extent());
    if random.below(40) == 0 {
        k += 250;
    }
    let [a, b, c] = [[m, k], [k, n], [m, n]].map(|extents| strided(random, extents));
    let number = |i: usize| bf16::from_f32(((i * 73 + 11) % 13) as f32 - 6.0);
    let data =
        |len: usize, first: usize| -> Vec<bf16> { (first..first + len).map(number).collect() };
    let (x, y) = (data(a.2, random.below(13)), data(b.2, random.below(13)));
    let layout = |extents: [usize; 2], strides: [usize; 2]| {
        Layout::new((extents[0], extents[1]), (strides[0], int::Negative::new(strides[1])))
    };
    let a = View::with_origin(&x, a.1, layout([m, k], a.0)).unwrap();
    let b = View::with_origin(&y, b.1, layout([k, n], b.0)).unwrap();
    let to = layout([m, n], c.0);
    let factors = [[1.0, 0.0], [1.0, 1.0], [-2.0, 0.5], [0.0, 3.0]][random.below(4)];
    // The elements around C stay.
    let old: Vec<f32> = (0..c.2).map(|i| (i % 11) as f32 * 2.0).collect();
    let (mut found, mut expected) = (old.clone(), old);
    let [alpha, beta] = factors;
    gemm_bf16(alpha, a, b, beta, &mut ViewMut::with_origin(&mut found, c.1, to).unwrap());
    let expected_to = &mut ViewMut::with_origin(&mut expected, c.1, to).unwrap();
    gemm_on(Portable, alpha, a, b, beta, expected_to);
    assert!(found == expected, "{m} by {n} by {k}, {factors:?}");
}

/// Nested and swizzled layouts, also of C, and a broadcast row.
fn of_static_layouts() {
    let number = |i: usize| bf16::from_f32(((i * 73 + 11) % 13) as f32 - 6.0);
    let x: Vec<bf16> = (0..32 * 32).map(number).collect();
    let nested = View::new(&x, layout!(((2, 16), 32):((1, 64), 2))).unwrap();
    let swizzled = View::new(&x, layout!(Sw<2, 0, 5> o 0 o (32, 32):row)).unwrap();
    let row = View::new(&x, layout!((32, 32):(0, 1))).unwrap();
    let small = View::new(&x, layout!((4, 4):row)).unwrap();
    macro_rules! check {
        ($a:ident $b:ident $c:expr, $alpha:expr, $beta:expr) => {{
            let to = $c;
            let [m, n] = [to.mode::<0>().size(), to.mode::<1>().size()].map(|size| size as usize);
            let old: Vec<f32> = (0..1024).map(|i| (i % 5) as f32).collect();
            let mut sums = old.clone();
            gemm_bf16($alpha, $a, $b, $beta, &mut ViewMut::new(&mut sums, to).unwrap());
            for (i, j) in (0..m).flat_map(|i| (0..n).map(move |j| (i, j))) {
                let sum: f32 = (0..m).map(|k| f32::from($a[(i, k)]) * f32::from($b[(k, j)])).sum();
                let at = to.offset((i, j)) as usize;
                assert_eq!(sums[at], $alpha * sum + $beta * old[at], "({i},{j})");
            }
        }};
    }
    check!(nested swizzled layout!((32, 32):col), 1.0, 0.0);
    check!(row nested layout!((32, 32):row), 2.0, -2.0);
    check!(swizzled row layout!(((2, 16), 32):((1, 64), 2)), 1.0, 1.0);
    check!(nested nested layout!(Sw<2, 0, 5> o 0 o (32, 32):row), 1.0, 0.0);
    check!(small small layout!((4, 4):row), 0.5, 2.0);
}
