//! Runs the loops of a nest.
//!
//! The loop over `first` runs inside the one that advances the outer ones, like the digits of an odometer: the compiler
//! sees one counted loop with constant strides, and the rest is paid once a row.
//!
//! ```text
//! loop:
//!     for each step of the first loop: f(offsets)
//!     for k in the other loops: step k once; if it has steps left, continue the outer loop; else reset it
//! ```

use super::{Loop, Nest, RowStrides};
use layout_core::MAX_LEAVES;

impl<const K: usize> Nest<K> {
    /// Calls `f` with the offsets at each step of the loops from `inner` on. The loops inside stay at their first step.
    #[inline(always)]
    pub(crate) fn walk(&self, inner: usize, f: impl FnMut([isize; K])) {
        self.walk_towards(inner, false, f);
    }

    /// [`walk`](Self::walk), with the innermost of these loops in reverse order if `backwards` is set.
    #[inline(always)]
    pub(crate) fn walk_towards(
        &self,
        inner: usize,
        backwards: bool,
        mut f: impl FnMut([isize; K]),
    ) {
        #[cfg(debug_assertions)]
        let (mut calls, expected) = (0, self.extent(inner, self.loops().len()));
        #[cfg(debug_assertions)]
        let mut f = |at| {
            calls += 1;
            assert!(calls <= expected, "more than the {expected} coordinates of the loops");
            f(at)
        };
        let mut at = self.starts;
        if inner >= self.loops().len() {
            return f(at);
        }
        let (mut first, outer) = (self.loops()[inner], &self.loops()[inner + 1..]);
        if are_empty(outer) {
            return;
        }
        if backwards {
            first.reverse(&mut at);
        }
        let mut counts = [0_usize; MAX_LEAVES];
        loop {
            let mut inside = at;
            for _ in 0..first.extent {
                f(inside);
                step(&mut inside, first.strides);
            }
            if !advance(outer, &mut counts, &mut at) {
                return;
            }
        }
    }
}

/// Whether a loop has no step.
#[inline(always)]
fn are_empty<const K: usize>(loops: &[Loop<K>]) -> bool {
    let (mut is_empty, mut k) = (false, 0);
    while k < loops.len() {
        is_empty |= loops[k].extent == 0;
        k += 1;
    }
    is_empty
}

impl<const K: usize> Loop<K> {
    /// Reverses the loop, which starts at `at`.
    #[inline(always)]
    fn reverse(&mut self, at: &mut [isize; K]) {
        let last = self.extent.saturating_sub(1) as isize;
        let mut s = 0;
        while s < K {
            at[s] += last * self.strides[s];
            self.strides[s] = -self.strides[s];
            s += 1;
        }
    }
}

/// Takes the next step of nested loops, which have taken `counts` steps each, or returns false after the last one.
#[inline(always)]
fn advance<const K: usize>(
    loops: &[Loop<K>],
    counts: &mut [usize; MAX_LEAVES],
    at: &mut [isize; K],
) -> bool {
    let mut k = 0;
    while k < loops.len() {
        let each = &loops[k];
        step(at, each.strides);
        counts[k] += 1;
        if counts[k] < each.extent {
            return true;
        }
        let mut s = 0;
        while s < K {
            at[s] = at[s].wrapping_sub(each.strides[s].wrapping_mul(each.extent as isize));
            s += 1;
        }
        counts[k] = 0;
        k += 1;
    }
    false
}

/// The number of rows and of columns of a tile, if the rows cross the neighbours of a side: a tile then uses whole lines of
/// both sides, and the lines stay in the first-level cache even where they collide in one of its sets.
pub(crate) const TILE: usize = 16;

impl<const K: usize> Nest<K> {
    /// Calls `f` with the first offsets, the length and the strides of each row, a run of the innermost loop. The
    /// strides are constants, from which the compiler makes vector code, if all are 1, or all but that of side 0 or 1,
    /// which is 0.
    #[inline(always)]
    pub fn rows(&self, mut f: impl FnMut([isize; K], usize, [isize; K])) {
        let strides = self.get(0).strides;
        debug_assert_eq!(self.row, RowStrides::of(&strides));
        if matches!(self.row, RowStrides::Neighbours) {
            return self.each_row(
                #[inline(always)]
                |at, n| f(at, n, [1; K]),
            );
        }
        if const { K > 1 } && matches!(self.row, RowStrides::StillFirst) {
            return self.each_row(
                #[inline(always)]
                |at, n| f(at, n, still(0)),
            );
        }
        if const { K > 2 } && matches!(self.row, RowStrides::StillSecond) {
            return self.each_row(
                #[inline(always)]
                |at, n| f(at, n, still(1)),
            );
        }
        self.each_row(
            #[inline(always)]
            |at, n| f(at, n, strides),
        );
    }

    /// Calls `f` with the first offsets and the length of each row, or of each row of a tile if the loops cross.
    #[inline(always)]
    fn each_row(&self, mut f: impl FnMut([isize; K], usize)) {
        let next = self.get(1);
        self.tiles(
            #[inline(always)]
            |mut at, [rows, columns]| {
                for _ in 0..columns {
                    f(at, rows);
                    step(&mut at, next.strides);
                }
            },
        );
    }

    /// Whether the loops cross: tiles of the two innermost ones are then at most [`TILE`] by `TILE`.
    pub(crate) const fn crosses(&self) -> bool {
        self.crosses
    }

    /// Calls `f` with the first offsets and the extents of each tile of the two innermost loops: of all their steps, unless
    /// the loops cross.
    #[inline(always)]
    pub(crate) fn tiles(&self, mut f: impl FnMut([isize; K], [usize; 2])) {
        let (row, next) = (self.get(0), self.get(1));
        if row.extent == 0 || next.extent == 0 {
            return;
        }
        let most = if self.crosses { [TILE; 2] } else { [row.extent, next.extent] };
        #[cfg(debug_assertions)]
        let mut visited = 0;
        self.walk(
            2,
            #[inline(always)]
            |start| {
                let mut column = 0;
                while column < next.extent {
                    let columns = most[1].min(next.extent - column);
                    let mut done = 0;
                    while done < row.extent {
                        let rows = most[0].min(row.extent - done);
                        let mut at = start;
                        let mut s = 0;
                        while s < K {
                            let along = row.strides[s].wrapping_mul(done as isize);
                            let across = next.strides[s].wrapping_mul(column as isize);
                            at[s] = at[s].wrapping_add(along).wrapping_add(across);
                            s += 1;
                        }
                        #[cfg(debug_assertions)]
                        {
                            visited += rows * columns;
                        }
                        f(at, [rows, columns]);
                        done += rows;
                    }
                    column += columns;
                }
            },
        );
        #[cfg(debug_assertions)]
        assert_eq!(visited, self.size(), "the tiles have each coordinate once");
    }
}

/// Strides of 1, and 0 for `side`.
#[inline(always)]
fn still<const K: usize>(side: usize) -> [isize; K] {
    let mut strides = [1; K];
    strides[side] = 0;
    strides
}

/// Adds the strides of one step to the offsets.
#[inline(always)]
pub(crate) fn step<const K: usize>(at: &mut [isize; K], strides: [isize; K]) {
    let mut s = 0;
    while s < K {
        // Only the offset after the last step may wrap, and it is not used.
        at[s] = at[s].wrapping_add(strides[s]);
        s += 1;
    }
}
