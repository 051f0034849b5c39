//! Given atoms, and those that a product chooses by its extents.

use static_layout::*;
use static_layout_kernels::simd::{self, Portable};
use static_layout_kernels::{gemm, gemm_with};

use crate::check::{check, check_on, check_widest};

/// Given atoms and repetitions, for sizes that they divide and that they do not divide.
#[test]
fn atoms_by_name() {
    fn by<X: gemm::Atom<f32>, R: gemm::Repeats>(mma: gemm::TiledMma<X, R>) {
        let (m, n) = (21_usize, 10_usize);
        for k in [1_usize, 8, 16, 35, 130] {
            let run = |alpha,
                       a: View<'_, f32, _>,
                       b: View<'_, f32, _>,
                       beta,
                       c: &mut ViewMut<'_, f32, _>| {
                gemm_with(mma, alpha, a, b, beta, c);
            };
            check_on::<f32, _, _, _>(
                [m, n, k],
                (layout!((m, k):col), layout!((k, n):row), layout!((m, n):col)),
                run,
            );
            let run = |alpha,
                       a: View<'_, f32, _>,
                       b: View<'_, f32, _>,
                       beta,
                       c: &mut ViewMut<'_, f32, _>| {
                gemm_with(mma, alpha, a, b, beta, c);
            };
            check_on::<f32, _, _, _>(
                [m, n, k],
                (layout!((m, k):row), layout!((k, n):col), layout!((m, n):row)),
                run,
            );
        }
    }
    use gemm::{Broadcast, Dot, TiledMma};
    by(TiledMma::new(Broadcast(Portable), layout!((3, 4):col)));
    by(TiledMma::new(Dot(Portable), layout!((2, 3):row)));
    #[cfg(target_arch = "x86_64")]
    if let Some(machine) = simd::Avx512::detect() {
        by(TiledMma::new(Broadcast(machine), layout!((2, 5):col)));
        let half = <simd::Avx512 as simd::Vectors<f32>>::half(machine);
        by(TiledMma::new(Broadcast(half), gemm::Fitting));
        by(TiledMma::new(Dot(machine), layout!((1, 4):col)));
        by(TiledMma::new(gemm::Quads(half), layout!((2, 3):col)));
    }
}

/// Each number of columns for which a tile is compiled, in a C that has it once, with a rest.
#[test]
fn tiles_of_each_width() {
    let (m, n, k) = (5_usize, 25_usize, 3_usize);
    macro_rules! widths {
        ($($width:literal)*) => {$({
            let mma = gemm::TiledMma::new(gemm::Broadcast(Portable), layout!((1, $width):col));
            check_on::<f32, _, _, _>(
                [m, n, k],
                (layout!((m, k):col), layout!((k, n):col), layout!((m, n):col)),
                |alpha, a, b, beta, c| gemm_with(mma, alpha, a, b, beta, c),
            );
        })*};
    }
    widths!(1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24);
}

/// Four rows, or the last four rows of a few vectors, use the atom of several depths: in tiles of all columns or with a rest,
/// with adjacent columns or not.
#[test]
fn last_four_rows() {
    macro_rules! both {
        ([$m:tt $n:tt $k:tt]) => {
            check::<f32, _, _, _>(
                [$m, $n, $k],
                (layout!(($m, $k):col), layout!(($k, $n):col), layout!(($m, $n):col)),
            );
            check::<f32, _, _, _>(
                [$n, $m, $k],
                (layout!(($n, $k):row), layout!(($k, $m):row), layout!(($n, $m):row)),
            );
        };
    }
    both!([12 12 12]);
    both!([4 19 16]);
    both!([28 9 20]);
    check::<f32, _, _, _>(
        [12, 10, 16],
        (layout!((12, 16):(1, 15)), layout!((16, 10):(1, -17)), layout!((12, 10):(1, 14))),
    );
    // Extents of C alone are static.
    let (k, m) = (16_usize, 20_usize);
    check::<f32, _, _, _>(
        [20, 8, 16],
        (layout!((m, 16):(1, m)), layout!((k, 8):col), layout!((20, 8):col)),
    );
    check::<f64, _, _, _>(
        [12, 9, 16],
        (layout!((12, 16):col), layout!((16, 9):col), layout!((12, 9):col)),
    );
}

/// Few columns of adjacent elements use the atom of rows times columns.
#[test]
fn columns_beside_rows() {
    check_widest::<f32, _, _, _>(
        [19, 1, 50],
        (layout!((19, 50):row), layout!((50, 1):col), layout!((19, 1):col)),
    );
    check_widest::<f64, _, _, _>(
        [7, 2, 33],
        (layout!((7, 33):row), layout!((33, 2):col), layout!((7, 2):col)),
    );
    let (m, k) = (6_usize, 70_usize);
    check_widest::<f32, _, _, _>(
        [1, m, k],
        (layout!((1, k):row), layout!((k, m):col), layout!((1, m):row)),
    );
}
