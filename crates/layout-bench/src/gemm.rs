//! `C = A B`: fixed sizes of `f32`, known when each side was compiled where it can use that; the same with one of them
//! known at run time only; and large matrices of `f32` and `f64`, on one thread and on all.

mod fixed;
mod foreign;
mod large;
mod mixed;
mod ours;
#[cfg(feature = "peers")]
mod rust;
mod shapes;

use crate::measure::Bench;

/// Where the elements of A, B and C lie, of all three alike.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Order {
    ColumnMajor,
    RowMajor,
}

impl Order {
    /// Both.
    const ALL: [Self; 2] = [Self::ColumnMajor, Self::RowMajor];

    fn name(self) -> &'static str {
        match self {
            Self::ColumnMajor => "col",
            Self::RowMajor => "row",
        }
    }

    /// Strides down and across a matrix without gaps.
    const fn strides(self, rows: usize, columns: usize) -> [isize; 2] {
        match self {
            Self::ColumnMajor => [1, rows as isize],
            Self::RowMajor => [columns as isize, 1],
        }
    }

    /// Those of A, B and C.
    #[cfg(feature = "peers")]
    const fn all_strides(self, [m, n, k]: Shape) -> [[isize; 2]; 3] {
        [self.strides(m, k), self.strides(k, n), self.strides(m, n)]
    }
}

/// M, N and K: C is M by N, A is M by K, and a case is named M x N x K.
pub(crate) type Shape = [usize; 3];

/// The product of matrices whose sizes the function knows: A, B, and C, which is overwritten.
pub(crate) type Multiply = unsafe extern "C" fn(*const f32, *const f32, *mut f32);

/// How a function takes row-major matrices: as they are, or with A and B in each other's place.
#[derive(Clone, Copy)]
#[cfg_attr(not(feature = "peers"), expect(dead_code, reason = "peers only swap"))]
pub(crate) enum Function {
    InOrder(Multiply),
    Swapped(Multiply),
}

/// All cases.
pub(crate) fn run(bench: &Bench) {
    fixed::run(bench);
    mixed::run(bench);
    large::run::<f32>(bench, "f32");
    large::run::<f64>(bench, "f64");
}

/// Small multiples of a quarter, so that sums of products are exact in any order.
fn element(i: usize) -> i8 {
    ((i.wrapping_mul(0x9e37_79b9) >> 7) % 9) as i8 - 4
}
