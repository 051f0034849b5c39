//! In which order the tiles of a transposed block are visited.
//!
//! A cache finds a line in one of the sets that its address names, and a set of the nearest cache holds few lines:
//! rows that are a multiple of [`CROWDED`] bytes apart share one set or two. What such rows are written to, or read
//! from, must leave the set before the next tile comes to it:
//!
//! ```text
//! far apart            order                  a tile after the other
//! neither side         by rows or columns     is near on the side where its rows are far apart
//! the source           by rows                reads what comes next in the same rows
//! the destination      by columns             writes what comes next in the same rows
//! both                 along diagonals        comes to other sets on both sides
//! ```
//!
//! Where both crowd and the loop around the two axes comes to other sets, too, each tile is moved at all places of
//! the loops around before the next one, as long as the second cache holds each side; above that, diagonals are
//! walked at each of these places. Where that loop takes the same steps on both sides, it runs away from the sets that
//! are written to, and so does each diagonal: which way that is, the addresses of the two sides say.

use super::plan::CopyStep;
use crate::nest::{Loop, Nest};

/// Rows that are a multiple of so many bytes apart are in two sets of the nearest cache, at most: of 64 sets of
/// lines of 64 bytes.
const CROWDED: usize = 2048;

/// Bytes of a line.
const LINE: usize = 64;

/// Bytes of a side above which what is read is far enough away to be asked for.
const SECOND: usize = 1 << 20;

/// The order of tiles.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TileOrder {
    path: Path,
    /// Every tile is moved at all places of the loops around before the next one.
    pub(super) around_inside: bool,
    /// What is read is asked for some tiles ahead.
    pub(super) ahead: bool,
}

/// Which tile comes next. Rows of tiles are neighbours in the destination, columns neighbours in the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Path {
    /// The next row of the same column: it is written next to the one before.
    Column,
    /// The next column of the same row: it is read next to the one before.
    Row,
    /// The next row and the next column.
    Diagonal,
}

impl TileOrder {
    /// Columns one after another.
    pub(crate) const FIRST: Self = Self { path: Path::Column, around_inside: false, ahead: false };

    /// The order for elements of `bytes` bytes, of the loops of two axes, the inner ones.
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
        let source = crowds(nest, [0, axes[0]], 0, bytes);
        let destination = crowds(nest, [axes[0], inner], 1, bytes);
        let far =
            [nest.get(0).strides[0].unsigned_abs(), nest.get(axes[0]).strides[1].unsigned_abs()];
        let path = match (source, destination) {
            // The rows of several loops are in no order that a far memory likes.
            (true, true) if streams && inner > 2 => Path::Row,
            (true, true) => Path::Diagonal,
            (true, false) => Path::Row,
            (false, true) => Path::Column,
            (false, false) if far[1] < far[0] => Path::Row,
            (false, false) => Path::Column,
        };
        let is_crowded = matches!(path, Path::Diagonal);
        let ahead = is_crowded && nest.size().saturating_mul(bytes) > SECOND;
        let around_inside = is_crowded && !ahead && !streams && spreads(nest, inner, bytes);
        // Where a tile has been everywhere before the next one, what it crowds is out of the way.
        let path = if around_inside { Path::Column } else { path };
        Self { path, around_inside, ahead }
    }

    /// Whether the first loop around the axes runs backwards, where the destination begins `apart` bytes after the
    /// source.
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

    /// Which diagonals run backwards, of tiles that write `length` bytes beside each other, so many tiles in a row of
    /// them. The first of all is written `apart` bytes after what it reads.
    #[inline(always)]
    pub(super) fn backwards(
        self,
        apart: usize,
        length: usize,
        columns: usize,
    ) -> impl Fn(usize) -> bool {
        move |first| {
            // Where the end of a row is near, what is read begins again so soon.
            let period = CROWDED.min((columns * length).next_power_of_two());
            self.path == Path::Diagonal && runs_into(apart.wrapping_sub(first * length), period)
        }
    }

    /// Elements of a block along the neighbours in the destination, and along those in the source.
    pub(super) const fn block(self) -> [usize; 2] {
        match self.path {
            Path::Column => [512, 64],
            Path::Row => [64, 512],
            Path::Diagonal => [512, 512],
        }
    }

    /// Calls `f` with every pair of one of so many rows and one of so many columns, and whether the tiles come in the
    /// reverse order, as `backwards` says of the first column of each diagonal.
    #[inline(always)]
    pub(super) fn visit(
        self,
        [rows, columns]: [usize; 2],
        backwards: impl Fn(usize) -> bool,
        mut f: impl FnMut(usize, usize, bool),
    ) {
        let along_rows = self.path == Path::Row;
        let (outer, inner) = if along_rows { (rows, columns) } else { (columns, rows) };
        let step = (self.path == Path::Diagonal) as usize;
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

/// Whether what is read next is in sets that were just written to, `apart` bytes after what was read, where the sets
/// repeat every `period` bytes.
#[inline(always)]
const fn runs_into(apart: usize, period: usize) -> bool {
    let apart = apart % period;
    LINE <= apart && apart < period / 2
}

/// Whether rows of a tile crowd that step on side `side` as the loops from `first` on up to `until` do.
const fn crowds(nest: &Nest<2>, [first, until]: [usize; 2], side: usize, bytes: usize) -> bool {
    let (mut k, mut rows) = (first, 1);
    while k < until && rows * bytes < LINE {
        let Loop { extent, strides } = nest.get(k);
        if !strides[side].unsigned_abs().wrapping_mul(bytes).is_multiple_of(CROWDED) {
            return false;
        }
        rows *= extent;
        k += 1;
    }
    true
}

/// Whether loop `k` comes to other sets on both sides.
const fn spreads(nest: &Nest<2>, k: usize, bytes: usize) -> bool {
    k < nest.loops().len()
        && !crowds(nest, [k, k + 1], 0, bytes)
        && !crowds(nest, [k, k + 1], 1, bytes)
}
