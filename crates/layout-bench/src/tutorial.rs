//! CuTe's tutorial `sgemm_1`, as the example of this name writes it, and as the same loops with offsets written by
//! hand.

use std::hint::black_box;

use crate::buffer::AlignedBuffer;
use crate::measure::{Bench, Contender};
use crate::native::widest;

#[path = "../../../examples/sgemm_1/gemm.rs"]
mod gemm;

use gemm::gemm_nt;

const ALPHA: f32 = 0.5;
const BETA: f32 = 0.25;

/// Runs all cases.
pub(crate) fn run(bench: &Bench) {
    for (m, n, k) in [(128, 128, 64), (256, 256, 64), (256, 384, 256)] {
        let name = format!("sgemm_1/{m}x{n}x{k}");
        if !bench.wants(&name) {
            continue;
        }
        let element = |i: usize| (i * 37 % 17) as f32 / 17.0 - 0.5;
        let a = AlignedBuffer::from_fn(m * k, element);
        let b = AlignedBuffer::from_fn(n * k, |i| element(i + 5));
        let (a, b) = (&a[..], &b[..]);
        let mut c = [0, 1].map(|_| AlignedBuffer::from_fn(m * n, |i| element(i + 11)));
        let ours = |c: &mut [f32]| {
            let done = gemm_nt(black_box((m, n, k)), ALPHA, (a, m), (b, n), BETA, (c, m));
            done.expect("the slices hold the matrices");
        };
        let by_hand = |c: &mut [f32]| gemm_by_hand(black_box((m, n, k)), (a, m), (b, n), (c, m));
        let [first, second] = &mut c;
        ours(first);
        by_hand(second);
        assert_eq!(first[..], second[..], "{name}: the products differ");
        let sides = vec![
            Contender::ours(widest(), |times| {
                (0..times).for_each(|_| ours(black_box(&mut *first)))
            }),
            Contender::new("by hand", |times| {
                (0..times).for_each(|_| by_hand(black_box(&mut *second)))
            }),
        ];
        bench.compare(&name, 2.0 * (m * n * k) as f64, sides);
    }
}

/// The loops of [`gemm_nt`] with the offsets of its layouts. Checks the slices and the divisibility once.
fn gemm_by_hand(
    (m, n, k): (usize, usize, usize),
    (a, lda): (&[f32], usize),
    (b, ldb): (&[f32], usize),
    (c, ldc): (&mut [f32], usize),
) {
    assert!(m % 128 == 0 && n % 128 == 0 && k % 8 == 0 && m > 0 && n > 0 && k > 0);
    assert!(m <= lda && n <= ldb && m <= ldc);
    assert!(a.len() >= lda * k && b.len() >= ldb * k && c.len() >= ldc * n);
    let (a, b, c) = (a.as_ptr(), b.as_ptr(), c.as_mut_ptr());
    for (x, y) in (0..n / 128).flat_map(|y| (0..m / 128).map(move |x| (x, y))) {
        let (mut s_a, mut s_b) = ([0.0_f32; 1024], [0.0_f32; 1024]);
        let mut r_c = [[0.0_f32; 64]; 256];
        for k_tile in 0..k / 8 {
            for (shared, from, ld, first) in
                [(&mut s_a, a, lda, x * 128), (&mut s_b, b, ldb, y * 128)]
            {
                for thread in 0..256 {
                    let (row, column) = (thread % 32, thread / 32);
                    for i in 0..4 {
                        // SAFETY: the row is below 128 more than `first`, hence in the matrix, and the column below
                        // `k`: the assertions keep the offset below the length.
                        shared[row + 32 * i + 128 * column] =
                            unsafe { *from.add(first + row + 32 * i + (8 * k_tile + column) * ld) };
                    }
                }
            }
            for (thread, sums) in r_c.iter_mut().enumerate() {
                let (row, column) = (thread % 16, thread / 16);
                for k in 0..8 {
                    for n in 0..8 {
                        for m in 0..8 {
                            sums[m + 8 * n] +=
                                s_a[row + 16 * m + 128 * k] * s_b[column + 16 * n + 128 * k];
                        }
                    }
                }
            }
        }
        for (thread, sums) in r_c.iter().enumerate() {
            let (row, column) = (x * 128 + thread % 16, y * 128 + thread / 16);
            for j in 0..8 {
                for i in 0..8 {
                    // SAFETY: the row is below `m` and the column below `n`: the assertions keep the offset below the
                    // length, and nothing else uses the elements of `c`.
                    unsafe {
                        let c = c.add(row + 16 * i + (column + 16 * j) * ldc);
                        *c = ALPHA * sums[i + 8 * j] + BETA * *c;
                    }
                }
            }
        }
    }
}
