//! Where the elements of a matrix lie, by row and by column.

use super::parts::Range;
use crate::gemm::operand::Operand;
use alloc::vec::Vec;
use static_layout::internal::OffsetMap;

/// The offsets of a matrix of any layout: those along each mode, which add up, and what the sum goes
/// through. The layout is asked once for each row and column, however it is nested, and no kernel
/// depends on its type.
pub struct Offsets<X> {
    rows: Vec<isize>,
    columns: Vec<isize>,
    through: X,
}

impl<X: OffsetMap> Offsets<X> {
    /// Those of a matrix.
    pub fn of<M: Operand<Through = X>>(matrix: M) -> Self {
        let [rows, columns] = matrix.extents();
        // The first row has a part in every sum.
        let common = matrix.sum(0, 0);
        Self {
            rows: (0..rows).map(|i| matrix.sum(i, 0) as isize).collect(),
            columns: (0..columns).map(|j| matrix.sum(0, j).wrapping_sub(common) as isize).collect(),
            through: matrix.through(),
        }
    }

    /// All rows and columns.
    pub fn all(&self) -> Block<'_, X> {
        Block { lanes: &self.rows, steps: &self.columns, through: self.through }
    }
}

/// Rows and columns of a matrix, or columns and rows: `lanes` are what lies side by side in a vector.
#[derive(Clone, Copy)]
pub struct Block<'a, X> {
    lanes: &'a [isize],
    steps: &'a [isize],
    through: X,
}

impl<'a, X: OffsetMap> Block<'a, X> {
    /// Rows for columns.
    pub fn transposed(self) -> Self {
        Self { lanes: self.steps, steps: self.lanes, ..self }
    }
    /// How many lanes there are.
    pub fn lanes(self) -> usize {
        self.lanes.len()
    }
    /// How many steps there are.
    pub fn steps(self) -> usize {
        self.steps.len()
    }
    /// The part with these lanes and steps.
    pub fn part(self, lanes: Range, steps: Range) -> Self {
        Self { lanes: &self.lanes[lanes.span()], steps: &self.steps[steps.span()], ..self }
    }
    /// The offset of an element.
    ///
    /// # Panics
    /// When there is no such lane or step.
    #[inline(always)]
    pub fn at(self, lane: usize, step: usize) -> isize {
        self.through.apply(self.lanes[lane].wrapping_add(self.steps[step]) as usize) as isize
    }
    /// Whether neighbouring lanes lie side by side.
    pub fn lanes_run(self) -> bool {
        X::IS_IDENTITY && grows(self.lanes) == Some(1)
    }
    /// How far apart steps lie, if evenly, and neighbouring lanes side by side.
    pub fn even_steps(self) -> Option<isize> {
        if self.lanes_run() { grows(self.steps) } else { None }
    }
    /// Whether neighbouring steps lie side by side, and lanes evenly apart: how far.
    pub fn steps_run(self) -> Option<isize> {
        let run = X::IS_IDENTITY && grows(self.steps) == Some(1);
        if run { grows(self.lanes) } else { None }
    }
}

/// By how much each is greater than the one before, if by the same; 1 for a single one.
fn grows(offsets: &[isize]) -> Option<isize> {
    let [first, second, ..] = offsets else { return Some(1) };
    let step = second - first;
    offsets.windows(2).all(|pair| pair[1] - pair[0] == step).then_some(step)
}
