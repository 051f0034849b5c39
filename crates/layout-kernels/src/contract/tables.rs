//! A matrix whose rows and columns have any offsets: two tables.

use crate::gemm::{MatrixForm, Operand, Step};
use static_layout::internal::OffsetMap;

/// The matrix whose element `(i, j)` is at `through(base + rows[i] + columns[j])`.
#[derive(Clone, Copy)]
pub struct Tables<'t, T, X> {
    pub start: *mut T,
    pub base: usize,
    pub rows: &'t [isize],
    pub columns: &'t [isize],
    pub through: X,
}

impl<T: Copy, X: OffsetMap> Operand for Tables<'_, T, X> {
    type Element = T;
    type Through = X;
    const FORM: MatrixForm =
        MatrixForm { steps: [Step::Uneven; 2], extents: [None; 2], runs: [1; 2], divides: false };

    #[inline(always)]
    fn start(self) -> *mut T {
        self.start
    }
    #[inline(always)]
    fn extents(self) -> [usize; 2] {
        [self.rows.len(), self.columns.len()]
    }
    #[inline(always)]
    fn through(self) -> X {
        self.through
    }
    #[inline(always)]
    fn sum(self, row: usize, column: usize) -> usize {
        let (row, column) = (self.rows[row] as usize, self.columns[column] as usize);
        self.base.wrapping_add(row).wrapping_add(column)
    }
}
