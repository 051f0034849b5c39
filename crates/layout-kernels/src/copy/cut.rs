//! How a block is cut into squares of tiles.

use super::order::LINE;
use super::registers::{Registers, tile_extents};

/// The number of rows or columns up to which elements are moved one by one faster than by another tile.
const FEW: usize = 2;

/// The number of squares along an edge whose remaining rows or columns are moved together: a call for each square would
/// take longer than its elements.
const GROUP: usize = 8;

/// How ranges of rows and columns are cut into squares of tiles: a line on both sides if the ranges and a swizzle permit
/// it, or one tile.
#[derive(Clone, Copy)]
pub(super) struct Cut {
    /// The first row and column.
    pub(super) starts: [usize; 2],
    /// Where the last tiles end. The rows and columns after them are moved one by one.
    pub(super) ends: [usize; 2],
    /// The ends of the ranges.
    pub(super) untils: [usize; 2],
    /// The extents of a square, in elements and in tiles.
    pub(super) square: [usize; 2],
    pub(super) tiles: [usize; 2],
    /// The numbers of squares.
    pub(super) squares: [usize; 2],
    /// Whether the squares are whole, so that no tile moves back.
    pub(super) are_whole: bool,
    /// Whether rows or columns remain after the last tiles.
    pub(super) has_rest: bool,
}

impl Cut {
    /// Cuts ranges of rows and of columns, each at least a tile. `moves_back` permits the last tile to begin at any
    /// element.
    #[inline(always)]
    pub(super) fn of<R: Registers, const SIZE: usize>(
        ranges: [(usize, usize); 2],
        together: usize,
        moves_back: bool,
    ) -> Self {
        let (tile, line) = (tile_extents::<R>(SIZE), const { LINE / SIZE });
        let [[i0, i1], [j0, j1]] = ranges.map(|(first, until)| [first, until]);
        let fits = i1 - i0 >= line && j1 - j0 >= line && line <= together;
        // The last tile moves back, unless that takes longer than to move the rest. Beside a swizzle, neighbours begin at
        // multiples of a tile, so that it cannot.
        let end = |first: usize, until: usize, length: usize| {
            let rest = (until - first) % length;
            if moves_back && rest > FEW { until } else { until - rest }
        };
        let ends = [end(i0, i1, tile[0]), end(j0, j1, tile[1])];
        let extents = [ends[0] - i0, ends[1] - j0];
        let (square, tiles) =
            if fits { ([line; 2], [line / tile[0], line / tile[1]]) } else { (tile, [1; 2]) };
        // Divisions by constants are shifts.
        let squares = if fits {
            extents.map(|extent| extent.div_ceil(line))
        } else {
            [extents[0].div_ceil(tile[0]), extents[1].div_ceil(tile[1])]
        };
        Self {
            starts: [i0, j0],
            ends,
            untils: [i1, j1],
            square,
            tiles,
            squares,
            // Numbers rather than arrays, which would be compared in memory.
            are_whole: extents[0] == squares[0] * square[0] && extents[1] == squares[1] * square[1],
            has_rest: ends[0] != i1 || ends[1] != j1,
        }
    }

    /// Whether a square, by its row and column among the squares, is the last one of a group along an edge.
    #[inline(always)]
    pub(super) fn ends_group(&self, square: [usize; 2]) -> bool {
        let is_last = [0, 1].map(|axis| square[axis] + 1 == self.squares[axis]);
        let ends = [0, 1].map(|axis| is_last[axis] || square[axis] % GROUP == GROUP - 1);
        is_last[1] && ends[0] || is_last[0] && ends[1]
    }

    /// The rows of the group of squares along the last column that ends with `square`, and the columns of the one along
    /// the last row. The groups of all squares have each row and each column before the ends once.
    pub(super) fn groups_before(&self, square: [usize; 2]) -> [Option<(usize, usize)>; 2] {
        [0, 1].map(|axis| {
            let (k, other) = (square[axis], 1 - axis);
            let ends = k + 1 == self.squares[axis] || k % GROUP == GROUP - 1;
            let range = (
                self.starts[axis] + (k - k % GROUP) * self.square[axis],
                self.ends[axis].min(self.starts[axis] + (k + 1) * self.square[axis]),
            );
            (ends && square[other] + 1 == self.squares[other]).then_some(range)
        })
    }
}
