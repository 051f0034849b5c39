//! How a block is cut into panels of tiles.

use super::order::{DEEP, LINE, TileOrder};
use super::registers::{Registers, has_long_strips, tile_extents};

/// The number of rows or columns up to which elements are moved one by one faster than by another tile.
const FEW: usize = 2;

/// The number of lines along an edge whose remaining rows or columns are moved together: a call for each line would take
/// longer than its elements.
const GROUP: usize = 8;

/// How ranges of rows and columns are cut into panels of tiles: some lines by one line, or one tile for a swizzled side.
#[derive(Clone, Copy)]
pub(super) struct Cut {
    /// The first row and column.
    pub(super) starts: [usize; 2],
    /// Where the last tiles end. The rows and columns after them are moved one by one.
    pub(super) ends: [usize; 2],
    /// The ends of the ranges.
    pub(super) untils: [usize; 2],
    /// The extents of a panel. The last panels may be shorter.
    pub(super) panel: [usize; 2],
    /// The numbers of panels.
    pub(super) panels: [usize; 2],
    /// The numbers of panels of a group: powers of two.
    groups: [usize; 2],
    /// Whether rows or columns remain after the last tiles.
    pub(super) has_rest: bool,
}

impl Cut {
    /// Cuts ranges of rows and of columns, each at least a tile. `moves_back` permits the last tile to begin at any
    /// element.
    #[inline(always)]
    pub(super) fn of<R: Registers, const SIZE: usize>(
        ranges: [(usize, usize); 2],
        order: TileOrder,
        together: usize,
        moves_back: bool,
    ) -> Self {
        let (tile, line) = (tile_extents::<R>(SIZE), const { LINE / SIZE });
        let [(i0, i1), (j0, j1)] = ranges;
        // The last tile moves back, unless that takes longer than to move the rest. Beside a swizzle, neighbours begin at
        // multiples of a tile, so that it cannot.
        let end = |first: usize, until: usize, length: usize| {
            let rest = (until - first) % length;
            if moves_back && rest > FEW { until } else { until - rest }
        };
        let ends = [end(i0, i1, tile[0]), end(j0, j1, tile[1])];
        let extents = [ends[0] - i0, ends[1] - j0];
        // Powers of two. A tile that is a line on both sides is a panel: it needs no line a second time, unless rows begin within
        // lines.
        let is_tile = tile == [line; 2] && !order.is_deep() || line > together;
        let panel = match () {
            () if is_tile => tile,
            () if const { has_long_strips::<R>(SIZE) } => DEEP,
            () => order.panel(line),
        };
        let bits = [panel[0].trailing_zeros(), panel[1].trailing_zeros()];
        let count = |axis: usize| (extents[axis] + panel[axis] - 1) >> bits[axis];
        let group = |axis: usize| ((GROUP * line) >> bits[axis]).max(1);
        Self {
            starts: [i0, j0],
            ends,
            untils: [i1, j1],
            panel,
            panels: [count(0), count(1)],
            groups: [group(0), group(1)],
            has_rest: ends[0] != i1 || ends[1] != j1,
        }
    }

    /// Whether panels are squares of lines of elements of `size` bytes.
    #[inline(always)]
    pub(super) fn has_squares(&self, size: usize) -> bool {
        self.panel == [LINE / size; 2]
    }

    /// The row and the column of the square of lines of elements of `size` bytes at `start`, moved back to the ends of the cut.
    /// `None` if panels are not squares, or the cut is shorter than one.
    #[inline(always)]
    pub(super) fn whole_square(&self, start: [usize; 2], size: usize) -> Option<[usize; 2]> {
        let (line, [i0, j0], [i1, j1]) = (LINE / size, self.starts, self.ends);
        let is_whole = self.has_squares(size) && i1 - i0 >= line && j1 - j0 >= line;
        is_whole.then(|| [start[0].min(i1 - line), start[1].min(j1 - line)])
    }

    /// Whether a panel, by its row and column among the panels, is the last one of a group along an edge.
    #[inline(always)]
    pub(super) fn ends_group(&self, panel: [usize; 2]) -> bool {
        let ends = |axis: usize, other: usize| {
            panel[other] + 1 == self.panels[other] && self.ends(axis, panel[axis])
        };
        ends(0, 1) || ends(1, 0)
    }

    /// Whether panel `k` along an axis is the last one of a group.
    #[inline(always)]
    fn ends(&self, axis: usize, k: usize) -> bool {
        k + 1 == self.panels[axis] || (k + 1) & (self.groups[axis] - 1) == 0
    }

    /// The rows of the group of panels along the last column that ends with `panel`, and the columns of the one along
    /// the last row. The groups of all panels have each row and each column before the ends once.
    pub(super) fn groups_before(&self, panel: [usize; 2]) -> [Option<(usize, usize)>; 2] {
        [0, 1].map(|axis| {
            let (k, other) = (panel[axis], 1 - axis);
            let range = (
                self.starts[axis] + (k & !(self.groups[axis] - 1)) * self.panel[axis],
                self.ends[axis].min(self.starts[axis] + (k + 1) * self.panel[axis]),
            );
            (self.ends(axis, k) && panel[other] + 1 == self.panels[other]).then_some(range)
        })
    }
}

/// The places of the tiles of a panel along one axis.
#[derive(Clone, Copy)]
pub(super) struct Steps {
    /// The first row or column of the first tile.
    pub(super) first: usize,
    /// The number of tiles, each adjacent to the one before.
    pub(super) adjacent: usize,
    /// How far one more tile moves back over the last one of these; 0 if there is none.
    pub(super) back: usize,
}

impl Steps {
    /// The steps over `extent` rows or columns from `start` on, or over those before `end`. The last tile of `length`
    /// rows or columns moves back to end there, before `start` if the others are fewer.
    #[inline(always)]
    pub(super) fn of(start: usize, extent: usize, end: usize, length: usize) -> Self {
        if start + extent < end {
            return Self { first: start, adjacent: extent / length, back: 0 };
        }
        let first = start.min(end - length);
        // Divisions by constants.
        let (adjacent, rest) = ((end - first) / length, (end - first) % length);
        Self { first, adjacent, back: if rest > 0 { length - rest } else { 0 } }
    }

    /// Calls `f` with the first row or column of each tile of `length`.
    #[inline(always)]
    pub(super) fn visit(self, length: usize, mut f: impl FnMut(usize)) {
        let (mut at, mut left, mut back) = (self.first, self.adjacent, self.back);
        loop {
            for _ in 0..left {
                f(at);
                at += length;
            }
            if back == 0 {
                return;
            }
            at -= back;
            (left, back) = (1, 0);
        }
    }
}
