//! The order in which the tiles of a transposed block are moved.
//!
//! The address of a line determines its set in a cache, and a set of the first-level cache holds few lines. Rows that
//! are a multiple of [`CROWDED`] bytes apart share one or two sets: they *crowd*. Their lines are evicted before the
//! next tile uses them, unless that tile comes at once:
//!
//! ```text
//! side that crowds     order                  the next square of lines
//! none                 by rows or columns     continues the rows of the side with the longer stride
//! the source           by rows                reads the next elements of the same rows
//! the destination      by columns             writes the next elements of the same rows
//! both                 along diagonals        uses other sets on both sides
//! ```
//!
//! Rows and columns are those of groups of two by two squares, or of four squares if there is a single row or column:
//!
//! ```text
//! 0 3     0 3 1 2
//! 2 1
//! ```
//!
//! A processor that reads one line of a pair also fetches the other one. This order uses it one to three squares later, when
//! it has arrived and is not yet evicted. Matrices that fit the first-level cache, rows that begin within a line, and long
//! strips of bytes have long panels of tiles instead, one after the other ([`Panels`]).
//!
//! 1. If both sides crowd, and the next outer loop changes the sets of both, each tile is moved at every step of the
//!    outer loops before the next tile (`around_inside`). This holds as long as the second-level cache holds each side.
//! 2. For larger sides, diagonals are walked at each step of the outer loops, and the rows of tiles ahead are
//!    prefetched: the hardware does not recognize such strides.
//! 3. If that loop has equal strides on both sides, it runs in the direction that moves away from the sets just
//!    written, and so does each diagonal. The addresses of the two sides determine the direction (`runs_into`).

use super::plan::{CopyStep, STREAM_FROM};
use super::tiles::is_near;
use crate::nest::{Loop, Nest};

/// Rows that are a multiple of this number of bytes apart share at most two sets of the first-level cache, which has 64 sets
/// of lines of 64 bytes.
const CROWDED: usize = 2048;

/// The number of elements along a side of a panel in the first-level cache.
const LONG: usize = 128;

/// The number of neighbours in the destination, and of neighbours in the source, of a panel beyond the first-level cache: long
/// runs of writes, and rows of the destination in no more pages than the processor has at hand.
pub(super) const DEEP: [usize; 2] = [512, 64];

/// The size of a line in bytes.
pub(super) const LINE: usize = 64;

/// The size of a side in bytes above which it exceeds the second-level cache, so that its rows are prefetched.
const SECOND: usize = 1 << 20;

/// The size of a side in bytes from which on panels are deep: both sides together exceed the second-level cache.
const DEEP_FROM: usize = SECOND / 2;

/// The size of a side in bytes from which on its lines are packed if they collide.
const PACKED_FROM: usize = if cfg!(fuzzing) { 128 } else { 2 << 10 };

/// The distance in bytes of lines in one set of the first-level cache.
const PAGE: usize = if cfg!(fuzzing) { 16 } else { 4096 };

/// The order of tiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TileOrder {
    path: TilePath,
    /// Whether each tile is moved at every step of the outer loops before the next one.
    pub(super) around_inside: bool,
    /// Whether the rows of tiles ahead are prefetched.
    pub(super) ahead: bool,
    panels: Panels,
}

/// The extents of panels of tiles that are not one line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Panels {
    /// Squares of lines, in groups of four.
    Square,
    /// Both sides fit the first-level cache, or rows begin within lines.
    Long,
    /// Rows of elements of several bytes begin within lines beyond the second-level cache.
    Deep,
    /// [`Deep`](Self::Deep) beyond the caches: one line of each row of the source.
    Line,
}

/// The direction from a tile to the next one. Rows of tiles are neighbours in the destination, columns neighbours in
/// the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TilePath {
    /// To the next row of the same column, which is adjacent in the destination.
    Column,
    /// To the next column of the same row, which is adjacent in the source.
    Row,
    /// To the next row and the next column.
    Diagonal,
}

impl TileOrder {
    /// Column after column.
    pub(crate) const FIRST: Self = Self::of_path(TilePath::Column, false, Panels::Square);

    /// The order in a packed block.
    pub(super) const PACKED: Self = Self::of_path(TilePath::Column, false, Panels::Deep);

    /// The order along a path.
    const fn of_path(path: TilePath, ahead: bool, panels: Panels) -> Self {
        Self { path, around_inside: false, ahead, panels }
    }

    /// The order for elements of `bytes` bytes. The axes of the tiles are the inner loops.
    pub(super) const fn of(
        nest: &Nest<2>,
        step: CopyStep,
        axes: [usize; 2],
        bytes: usize,
        streams: bool,
    ) -> Self {
        if !matches!(step, CopyStep::Transpose) {
            return Self::FIRST;
        }
        let inner = axes[0] + axes[1];
        let order = Self::of_rows(
            [nest.get(0).strides[0].unsigned_abs(), nest.get(axes[0]).strides[1].unsigned_abs()],
            [crowds(nest, [0, axes[0]], 0, bytes), crowds(nest, [axes[0], inner], 1, bytes)],
            nest.size(),
            bytes,
        );
        match order.path {
            // Rows of an axis of several loops jump: only along a row are the reads from memory sequential.
            TilePath::Diagonal if streams && inner > 2 => Self { path: TilePath::Row, ..order },
            // A tile moved at every step of the outer loops has left its sets when the next tile comes.
            TilePath::Diagonal if !order.ahead && !streams && spreads(nest, inner, bytes) => {
                Self { path: TilePath::Column, around_inside: true, ..order }
            }
            _ => order,
        }
    }

    /// The order of a transposed matrix of elements of `bytes` bytes, by its loops over neighbours in the destination and in
    /// the source.
    #[inline(always)]
    pub(super) const fn of_matrix([row, column]: [Loop<2>; 2], bytes: usize) -> Self {
        let far = [row.strides[0].unsigned_abs(), column.strides[1].unsigned_abs()];
        let crowd = [crowds_at(far[0], bytes), crowds_at(far[1], bytes)];
        Self::of_rows(far, crowd, row.extent * column.extent, bytes)
    }

    /// The order for `size` elements of `bytes` bytes. Rows are `far` elements apart on the two sides, and may `crowd`.
    #[inline(always)]
    const fn of_rows(far: [usize; 2], crowd: [bool; 2], size: usize, bytes: usize) -> Self {
        let path = match (crowd[0], crowd[1]) {
            (true, true) => TilePath::Diagonal,
            (true, false) => TilePath::Row,
            (false, true) => TilePath::Column,
            (false, false) if far[1] < far[0] => TilePath::Row,
            (false, false) => TilePath::Column,
        };
        let side = size.saturating_mul(bytes);
        let begins_lines = (far[0] | far[1]).wrapping_mul(bytes).is_multiple_of(LINE);
        let panels = if is_near(size, bytes) {
            Panels::Long
        } else if begins_lines {
            Panels::Square
        } else if side < DEEP_FROM || bytes == 1 || crowd[1] {
            // Across a deep panel, tiles of half a line would write lines that crowd twice.
            Panels::Long
        } else if side < STREAM_FROM {
            Panels::Deep
        } else {
            Panels::Line
        };
        let ahead = matches!(path, TilePath::Diagonal) && side > SECOND;
        Self::of_path(path, ahead, panels)
    }

    /// The sides that are packed in blocks, of a matrix of elements of `bytes` bytes, because their lines collide in the
    /// first-level cache. A row of a line or two gains nothing. What `streams` writes past the caches needs no packing: its
    /// lines are written whole at once.
    #[inline(always)]
    pub(super) const fn packs(
        self,
        [row, column]: [Loop<2>; 2],
        bytes: usize,
        streams: bool,
    ) -> [bool; 2] {
        if self.around_inside
            || streams
            || row.extent.saturating_mul(column.extent).saturating_mul(bytes) < PACKED_FROM
        {
            return [false; 2];
        }
        let far = [row.strides[0].unsigned_abs(), column.strides[1].unsigned_abs()];
        let [source, written] = collides(far, bytes);
        [
            source && column.extent.saturating_mul(bytes) >= LINE,
            written && row.extent.saturating_mul(bytes) >= 2 * LINE,
        ]
    }

    /// Whether the first loop outside the axes runs backwards. The destination begins `apart` bytes after the source.
    #[inline(always)]
    pub(super) fn runs_backwards(
        self,
        nest: &Nest<2>,
        inner: usize,
        bytes: usize,
        apart: usize,
    ) -> bool {
        let [source, written] = nest.get(inner).strides;
        if !self.around_inside || source != written {
            return false;
        }
        let between = nest.starts[1].wrapping_sub(nest.starts[0]) as usize;
        runs_into(apart.wrapping_add(between.wrapping_mul(bytes)), CROWDED)
    }

    /// A function that tells which diagonals run backwards, by their first column. A tile writes rows of `length`
    /// bytes; `columns` tiles lie in a row. The first tile is written `apart` bytes after the elements that it reads.
    #[inline(always)]
    pub(super) fn backwards(
        self,
        apart: usize,
        length: usize,
        columns: usize,
    ) -> impl Fn(usize) -> bool {
        move |first| {
            // A short row ends within the period, and the diagonal continues at its beginning.
            let period = CROWDED.min((columns * length).next_power_of_two());
            self.path == TilePath::Diagonal && runs_into(apart.wrapping_sub(first * length), period)
        }
    }

    /// Whether the tiles of a panel follow one another down the rows, so that lines of the destination are written whole
    /// before the next ones; otherwise lines of the source are read whole.
    pub(super) const fn goes_down(self) -> bool {
        match self.path {
            TilePath::Row => matches!(self.panels, Panels::Square),
            TilePath::Column => matches!(self.panels, Panels::Square | Panels::Long),
            TilePath::Diagonal => true,
        }
    }

    /// Calls `f` once for each panel of `rows` by `columns` panels, with its row and its column: row by row or column by
    /// column, squares of lines in groups of four.
    #[inline(always)]
    pub(super) fn visit_panels(
        self,
        [rows, columns]: [usize; 2],
        are_squares: bool,
        mut f: impl FnMut(usize, usize),
    ) {
        let along_rows = rows == 1 || columns > 1 && self.path == TilePath::Row;
        let (outer, inner) = if along_rows { (rows, columns) } else { (columns, rows) };
        let mut first = 0;
        while first < outer {
            let [height, width] = match are_squares {
                false => [1, 1],
                true if first + 1 < outer => [2, 2],
                true => [1, 4],
            };
            for second in (0..inner).step_by(width) {
                for k in 0..height * width {
                    let (high, low) = (k >> 1, (k ^ k >> 1) & 1);
                    let (x, y) = match height {
                        2 => (first + low, second + (k & 1)),
                        _ => (first, second + 2 * low + high),
                    };
                    if y < inner {
                        // Two calls, so that the loops of a panel are built for either direction.
                        if along_rows { f(x, y) } else { f(y, x) }
                    }
                }
            }
            first += height;
        }
    }

    /// The extents of a panel of elements, powers of two. `line` elements fill a line.
    pub(super) const fn panel(self, line: usize) -> [usize; 2] {
        match (self.path, self.panels) {
            (TilePath::Diagonal, _) | (_, Panels::Square) => [line; 2],
            (_, Panels::Long) => [LONG; 2],
            (_, Panels::Deep) => DEEP,
            (_, Panels::Line) => [DEEP[0], line],
        }
    }

    /// Whether panels are long, and not deep.
    pub(super) const fn is_long(self) -> bool {
        matches!(self.panels, Panels::Long)
    }

    /// Whether panels are long runs of writes, however long tiles are.
    pub(super) const fn is_deep(self) -> bool {
        matches!(self.panels, Panels::Deep | Panels::Line)
    }

    /// Whether rows crowd on both sides.
    pub(super) const fn is_crowded(self) -> bool {
        matches!(self.path, TilePath::Diagonal)
    }

    /// Calls `f` once for each tile of `rows` by `columns` tiles, with its row, its column and whether its diagonal
    /// runs backwards. `backwards` decides that from the first column of the diagonal.
    #[inline(always)]
    pub(super) fn visit(
        self,
        [rows, columns]: [usize; 2],
        backwards: impl Fn(usize) -> bool,
        mut f: impl FnMut(usize, usize, bool),
    ) {
        let along_rows = self.path == TilePath::Row;
        let (outer, inner) = if along_rows { (rows, columns) } else { (columns, rows) };
        let step = (self.path == TilePath::Diagonal) as usize;
        for first in 0..outer {
            let backwards = backwards(first);
            let mut other = first;
            if backwards {
                other = (first + step * (inner - 1)) % outer;
            }
            for one in 0..inner {
                let one = if backwards { inner - 1 - one } else { one };
                let (row, column) = if along_rows { (other, one) } else { (one, other) };
                f(row, column, backwards);
                if backwards {
                    other = if other < step { outer - step } else { other - step };
                } else {
                    other += step;
                    if other == outer {
                        other = 0;
                    }
                }
            }
        }
    }
}

/// Whether the next reads fall into sets that were just written. The destination is `apart` bytes after the source, and
/// the sets repeat every `period` bytes.
#[inline(always)]
const fn runs_into(apart: usize, period: usize) -> bool {
    let apart = apart % period;
    LINE <= apart && apart < period / 2
}

/// Whether rows of a tile crowd on side `side`: rows one step of the loops `first..until` apart.
const fn crowds(nest: &Nest<2>, [first, until]: [usize; 2], side: usize, bytes: usize) -> bool {
    let (mut k, mut rows) = (first, 1);
    while k < until && rows * bytes < LINE {
        let Loop { extent, strides } = nest.get(k);
        if !crowds_at(strides[side].unsigned_abs(), bytes) {
            return false;
        }
        rows *= extent;
        k += 1;
    }
    true
}

/// Whether rows `stride` elements apart crowd.
const fn crowds_at(stride: usize, bytes: usize) -> bool {
    stride.wrapping_mul(bytes).is_multiple_of(CROWDED)
}

/// Whether the lines of a side collide, by the distance of its rows: those that a tile uses at once are more than the ways of
/// their sets in the first-level cache. Strips of bytes use a line of the source several times.
const fn collides(far: [usize; 2], bytes: usize) -> [bool; 2] {
    let [source, written] = [far[0].wrapping_mul(bytes), far[1].wrapping_mul(bytes)];
    match bytes {
        1 => [source.is_multiple_of(PAGE / 2), written.is_multiple_of(PAGE / 2)],
        2 => [false, written.is_multiple_of(PAGE / 2)],
        4 => [false, written.is_multiple_of(PAGE)],
        _ => [false; 2],
    }
}

/// Whether loop `k` changes the sets of both sides.
const fn spreads(nest: &Nest<2>, k: usize, bytes: usize) -> bool {
    k < nest.loops().len()
        && !crowds(nest, [k, k + 1], 0, bytes)
        && !crowds(nest, [k, k + 1], 1, bytes)
}

#[cfg(test)]
mod tests {
    use super::{LINE, TileOrder, TilePath};
    use crate::nest::Loop;

    /// A transposed matrix of `n` by `n` elements, whose rows are `far` elements apart on the two sides.
    fn matrix(n: usize, far: [isize; 2]) -> [Loop<2>; 2] {
        [Loop { extent: n, strides: [far[0], 1] }, Loop { extent: n, strides: [1, far[1]] }]
    }

    /// A side is packed if more lines of a tile share a set of the first-level cache than it has ways, and rows are several
    /// lines, whichever direction the source has.
    #[test]
    fn colliding_lines_are_packed() {
        let packs = |n, far: [isize; 2], bytes, streams| {
            let axes = matrix(n, far.map(|far| far / bytes as isize));
            TileOrder::of_matrix(axes, bytes).packs(axes, bytes, streams)
        };
        for (bytes, page) in [(1, 2048), (2, 2048), (4, 4096)] {
            let reads = bytes == 1;
            assert_eq!(packs(500, [page, page], bytes, false), [reads, true], "{bytes}");
            assert_eq!(packs(500, [-page, 3 * page], bytes, false), [reads, true], "{bytes}");
            assert_eq!(packs(500, [page, page + 64], bytes, false), [reads, false], "{bytes}");
            assert_eq!(packs(500, [page + 64, page], bytes, false), [false, true], "{bytes}");
            assert_eq!(packs(16, [page, page], bytes, false), [false; 2], "{bytes}");
            // Streamed lines are written whole.
            assert_eq!(packs(500, [page, page], bytes, true), [false; 2], "{bytes}");
        }
        assert_eq!(packs(500, [4096, 4096], 8, false), [false; 2]);
        assert_eq!(packs(500, [4096, 4096], 16, false), [false; 2]);
    }

    /// Beyond the second-level cache, rows that begin within lines are moved in long runs, down one line of each row of the source
    /// beyond the caches.
    #[test]
    fn rows_within_lines_are_moved_in_long_runs() {
        let panel = |n: usize, bytes: usize| {
            let order = TileOrder::of_matrix(matrix(n, [n as isize; 2]), bytes);
            assert_eq!(order.path, TilePath::Column);
            order.panel(LINE / bytes)
        };
        assert_eq!([100, 300].map(|n| panel(n, 4)), [[128; 2]; 2]);
        assert_eq!([420, 1400].map(|n| panel(n, 4)), [[512, 64]; 2]);
        assert_eq!([1500, 3000].map(|n| panel(n, 4)), [[512, 16]; 2]);
        assert_eq!([320, 480].map(|n| panel(n, 4)), [[16; 2]; 2]);
        assert_eq!([100, 777, 3000].map(|n| panel(n, 1)), [[128; 2]; 3]);
    }
}
