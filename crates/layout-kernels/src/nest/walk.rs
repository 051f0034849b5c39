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

use super::{Nest, RowStrides};
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
        let outer = if inner < self.loops().len() { &self.loops()[inner..] } else { &[] };
        let mut at = self.starts;
        let Some((&(mut first), outer)) = outer.split_first() else { return f(at) };
        if outer.iter().any(|each| each.extent == 0) {
            return;
        }
        if backwards && first.extent > 0 {
            for (at, stride) in at.iter_mut().zip(&mut first.strides) {
                *at += (first.extent as isize - 1) * *stride;
                *stride = -*stride;
            }
        }
        let mut counts = [0_usize; MAX_LEAVES];
        loop {
            let mut inside = at;
            for _ in 0..first.extent {
                f(inside);
                step(&mut inside, first.strides);
            }
            let mut k = 0;
            loop {
                let Some(each) = outer.get(k) else { return };
                step(&mut at, each.strides);
                counts[k] += 1;
                if counts[k] < each.extent {
                    break;
                }
                for (at, stride) in at.iter_mut().zip(each.strides) {
                    *at = at.wrapping_sub(stride.wrapping_mul(each.extent as isize));
                }
                counts[k] = 0;
                k += 1;
            }
        }
    }
}

/// The number of rows and of columns of a tile, if the rows cross the neighbours of a side: a tile then uses whole lines of
/// both sides, and the lines stay in the first-level cache even where they collide in one of its sets.
pub(crate) const TILE: usize = 16;

impl<const K: usize> Nest<K> {
    /// Calls `f` with the first offsets, the length and the strides of each row, a run of the innermost loop. The
    /// strides are constants, from which the compiler makes vector code, if all are 1, or all but that of side 0 or 1,
    /// which is 0.
    #[inline(always)]
    pub(crate) fn rows(&self, mut f: impl FnMut([isize; K], usize, [isize; K])) {
        let strides = self.get(0).strides;
        debug_assert_eq!(self.row, RowStrides::of(&strides));
        if matches!(self.row, RowStrides::Neighbours) {
            return self.each_row(
                #[inline(always)]
                |at, n| f(at, n, [1; K]),
            );
        }
        if K > 1 && matches!(self.row, RowStrides::StillFirst) {
            return self.each_row(
                #[inline(always)]
                |at, n| f(at, n, still(0)),
            );
        }
        if K > 2 && matches!(self.row, RowStrides::StillSecond) {
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
                        for (s, at) in at.iter_mut().enumerate() {
                            let along = row.strides[s].wrapping_mul(done as isize);
                            let across = next.strides[s].wrapping_mul(column as isize);
                            *at = at.wrapping_add(along).wrapping_add(across);
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
    for (at, stride) in at.iter_mut().zip(strides) {
        // Only the offset after the last step may wrap, and it is not used.
        *at = at.wrapping_add(stride);
    }
}
