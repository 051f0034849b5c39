//! The offsets of a matrix as two tables, of rows and of columns.

use crate::gemm::operand::Operand;
use crate::gemm::pieces::copy_table;
use crate::parts::Range;
use alloc::vec::Vec;
use static_layout::internal::{NoMap, OffsetMap};

/// The offsets of a matrix of any layout: `offset(i, j) = map(rows[i] + columns[j])`, with the identity or a swizzle as
/// `map`. Two modes of a layout have such sums; `multiply_operands` requires them of other matrices.
///
/// The layout is evaluated once for each row and column, so that the loops do not depend on its type.
pub struct OffsetTables<X> {
    rows: Vec<isize>,
    columns: Vec<isize>,
    through: X,
}

impl<X: OffsetMap> OffsetTables<X> {
    /// Computes the offsets of a matrix.
    pub fn of<M: Operand<Through = X>>(matrix: M) -> Self {
        let [rows, columns] = matrix.extents();
        // The offset of row 0 is in `rows` already.
        let common = matrix.sum(0, 0);
        Self {
            rows: (0..rows).map(|i| matrix.sum(i, 0) as isize).collect(),
            columns: (0..columns).map(|j| matrix.sum(0, j).wrapping_sub(common) as isize).collect(),
            through: matrix.through(),
        }
    }

    /// Returns all rows and columns.
    pub fn all(&self) -> SubMatrix<'_, X> {
        SubMatrix::new([&self.rows, &self.columns], self.through)
    }
}

/// A part of a matrix: `lanes` are the rows or columns that a vector or a panel holds side by side, `steps` the other
/// mode.
#[derive(Clone, Copy)]
pub struct SubMatrix<'a, X> {
    lanes: &'a [isize],
    steps: &'a [isize],
    through: X,
}

impl<'a, X: OffsetMap> SubMatrix<'a, X> {
    /// The matrix with the offsets `through(lanes[i] + steps[j])`.
    pub fn new([lanes, steps]: [&'a [isize]; 2], through: X) -> Self {
        Self { lanes, steps, through }
    }
    /// The part without its map, which is the identity.
    pub fn plain(self) -> SubMatrix<'a, NoMap> {
        debug_assert!(X::IS_IDENTITY);
        SubMatrix { lanes: self.lanes, steps: self.steps, through: NoMap }
    }
    /// Exchanges lanes and steps.
    pub fn transposed(self) -> Self {
        Self { lanes: self.steps, steps: self.lanes, ..self }
    }
    /// The number of lanes.
    pub fn lanes(self) -> usize {
        self.lanes.len()
    }
    /// The number of steps.
    pub fn steps(self) -> usize {
        self.steps.len()
    }
    /// Returns the part with these lanes and steps.
    pub fn part(self, lanes: Range, steps: Range) -> Self {
        Self { lanes: &self.lanes[lanes.span()], steps: &self.steps[steps.span()], ..self }
    }
    /// Returns the offset of an element.
    ///
    /// # Panics
    /// If the lane or the step does not exist.
    #[inline(always)]
    pub fn at(self, lane: usize, step: usize) -> isize {
        self.through.apply(self.lanes[lane].wrapping_add(self.steps[step]) as usize) as isize
    }
    /// Copies the part to panels of `width` lanes, in the loops that the offsets allow: `to[lane / width][step][lane % width]`.
    ///
    /// # Safety
    /// The elements at the offsets of the part, counted from `from`, must be valid for reads, and `to` for writes of as many panels as
    /// hold the lanes.
    pub unsafe fn copy<T: Copy>(self, from: *const T, to: *mut T, width: usize) {
        // SAFETY: the guarantee of the caller; `at` has the same sums.
        unsafe { copy_table((from, self.through), [self.lanes, self.steps], to, width) }
    }
    /// Whether the elements of a step are adjacent.
    pub fn lanes_run(self) -> bool {
        X::IS_IDENTITY && grows(self.lanes) == Some(1)
    }
    /// The number of lanes of a step from `first` on, at most `most`, that are neighbours.
    #[inline(always)]
    pub fn run(self, first: usize, most: usize) -> usize {
        let lanes = &self.lanes[first..][..most];
        let is_next = |pair: &&[isize]| pair[1].wrapping_sub(pair[0]) == 1;
        if X::IS_IDENTITY { 1 + lanes.windows(2).take_while(is_next).count() } else { 1 }
    }
    /// Whether a lane from `first` on is less than `near` elements from lane 0.
    pub fn comes_near(self, first: usize, near: usize) -> bool {
        let is_near = |x: &isize| x.abs_diff(self.lanes[0]) < near;
        self.lanes[first..].iter().any(is_near)
    }
    /// The distance of steps, if it is constant and the elements of a step are adjacent.
    pub fn even_steps(self) -> Option<isize> {
        if self.lanes_run() { grows(self.steps) } else { None }
    }
    /// The distance of lanes, if it is constant and the elements of a lane are adjacent.
    pub fn steps_run(self) -> Option<isize> {
        let run = X::IS_IDENTITY && grows(self.steps) == Some(1);
        if run { grows(self.lanes) } else { None }
    }
}

/// The constant difference of successive offsets, if there is one; 1 for fewer than two offsets.
fn grows(offsets: &[isize]) -> Option<isize> {
    let [first, second, ..] = offsets else { return Some(1) };
    let step = second - first;
    offsets.windows(2).all(|pair| pair[1] - pair[0] == step).then_some(step)
}
