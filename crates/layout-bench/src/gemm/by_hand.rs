//! Products of fixed sizes by loops over register tiles, written by hand for matrices without gaps.

use super::*;
use crate::native::native;

/// The most rows of a tile.
const ROWS: usize = 16;
/// Columns of a tile.
const COLUMNS: usize = 4;

/// The product of a fixed size.
pub(crate) fn fixed<T: BenchElement, const M: usize, const N: usize, const K: usize>(
    order: MatrixOrder,
) -> PeerProduct<T> {
    match order {
        MatrixOrder::ColumnMajor => PeerProduct::InOrder(by_hand::<T, M, N, K>()),
        MatrixOrder::RowMajor => PeerProduct::Swapped(by_hand::<T, N, M, K>()),
    }
}

native! {
    /// The product of column-major matrices, in tiles of 64 bytes of rows by four columns and smaller ones at the edges.
    fn by_hand[T: BenchElement, const M: usize, const N: usize, const K: usize][T, M, N, K](
        a: *const T, b: *const T, c: *mut T
    ) {
        let rows = const { ROWS * 4 / size_of::<T>() };
        for j in (0..N).step_by(COLUMNS) {
            for i in (0..M).step_by(rows) {
                // SAFETY: the matrices have these sizes, and the tile ends inside of C.
                unsafe {
                    match (M - i >= rows, N - j >= COLUMNS) {
                        (true, true) => tile::<T, M, K>(rows, COLUMNS, [i, j], a, b, c),
                        (true, false) => tile::<T, M, K>(rows, N % COLUMNS, [i, j], a, b, c),
                        (false, true) => tile::<T, M, K>(M % rows, COLUMNS, [i, j], a, b, c),
                        (false, false) => tile::<T, M, K>(M % rows, N % COLUMNS, [i, j], a, b, c),
                    }
                }
            }
        }
    }
}

/// Computes a tile of C of at most 16 rows and four columns.
///
/// # Safety
/// `a`, `b` and `c` must point to column-major matrices with `M` rows, `K` rows and `M` rows, in which the tile lies,
/// and nothing else may access the matrix of `c`.
#[inline(always)]
unsafe fn tile<T: BenchElement, const M: usize, const K: usize>(
    rows: usize,
    columns: usize,
    [row, column]: [usize; 2],
    a: *const T,
    b: *const T,
    c: *mut T,
) {
    let mut sums = [[T::ZERO; ROWS]; COLUMNS];
    for k in 0..K {
        for (j, sums) in sums.iter_mut().enumerate().take(columns) {
            // SAFETY: the caller promises that the column is in B.
            let factor = unsafe { *b.add(k + (column + j) * K) };
            for (i, sum) in sums.iter_mut().enumerate().take(rows) {
                // SAFETY: the caller promises that the row is in A.
                let element = unsafe { *a.add(row + i + k * M) };
                *sum = BenchElement::mul_add(element, factor, *sum);
            }
        }
    }
    for (j, sums) in sums.iter().enumerate().take(columns) {
        for (i, &sum) in sums.iter().enumerate().take(rows) {
            // SAFETY: the caller promises that the tile is in C, which nothing else accesses.
            unsafe { *c.add(row + i + (column + j) * M) = sum };
        }
    }
}
