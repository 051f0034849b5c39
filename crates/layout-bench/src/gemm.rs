//! Products `C = A B`: fixed sizes of `f32` that contenders know at compile time if they can (`fixed`), sizes with one
//! run-time extent (`mixed`), and large matrices of `f32` and `f64` on one thread and on all (`large`).

mod fixed;
mod foreign;
mod large;
mod mixed;
mod ours;
#[cfg(feature = "peers")]
mod rust;
mod shapes;

use crate::measure::Bench;

/// The order of the elements of A, B and C.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum MatrixOrder {
    ColumnMajor,
    RowMajor,
}

impl MatrixOrder {
    /// Both orders.
    const ALL: [Self; 2] = [Self::ColumnMajor, Self::RowMajor];

    fn name(self) -> &'static str {
        match self {
            Self::ColumnMajor => "col",
            Self::RowMajor => "row",
        }
    }

    /// The strides from row to row and from column to column of a matrix without gaps.
    const fn strides(self, rows: usize, columns: usize) -> [isize; 2] {
        match self {
            Self::ColumnMajor => [1, rows as isize],
            Self::RowMajor => [columns as isize, 1],
        }
    }

    /// The strides of A, B and C.
    #[cfg(feature = "peers")]
    const fn all_strides(self, [m, n, k]: Shape) -> [[isize; 2]; 3] {
        [self.strides(m, k), self.strides(k, n), self.strides(m, n)]
    }
}

/// The extents M, N and K: A is M by K, B is K by N, C is M by N.
pub(crate) type Shape = [usize; 3];

/// A product of matrices A and B of fixed sizes into C, which it overwrites.
pub(crate) type MultiplyFn = unsafe extern "C" fn(*const f32, *const f32, *mut f32);

/// A product, and its operand order. A function for column-major matrices computes row-major products with A and B
/// swapped.
#[derive(Clone, Copy)]
#[cfg_attr(not(feature = "peers"), expect(dead_code, reason = "peers only swap"))]
pub(crate) enum PeerProduct {
    InOrder(MultiplyFn),
    Swapped(MultiplyFn),
}

/// Runs all cases.
pub(crate) fn run(bench: &Bench) {
    fixed::run(bench);
    mixed::run(bench);
    large::run::<f32>(bench, "f32");
    large::run::<f64>(bench, "f64");
}

/// A pseudo-random integer from -4 to 4. Callers divide by 4; sums of such products are exact in any order.
fn element(i: usize) -> i8 {
    ((i.wrapping_mul(0x9e37_79b9) >> 7) % 9) as i8 - 4
}
