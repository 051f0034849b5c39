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

use super::Nest;
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

/// The number of steps of a row before the next row, if the rows cross the neighbours of a side: its lines then stay in
/// the first-level cache until all of their elements are used.
const BLOCK: usize = 64;

impl<const K: usize> Nest<K> {
    /// Calls `f` with the first offsets, the length and the strides of each row, a run of the innermost loop. The
    /// strides are constants, from which the compiler makes vector code, if all are 1, or all but that of side 0 or 1,
    /// which is 0.
    #[inline(always)]
    pub(crate) fn rows(&self, mut f: impl FnMut([isize; K], usize, [isize; K])) {
        let strides = self.get(0).strides;
        let neighbours = [1; K];
        if strides == neighbours {
            return self.each_row(
                #[inline(always)]
                |at, n| f(at, n, neighbours),
            );
        }
        if K > 1 && strides == still(0) {
            return self.each_row(
                #[inline(always)]
                |at, n| f(at, n, still(0)),
            );
        }
        if K > 2 && strides == still(1) {
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

    /// Calls `f` with the first offsets and the length of each row, or of each block of a row if the loops cross.
    #[inline(always)]
    fn each_row(&self, mut f: impl FnMut([isize; K], usize)) {
        let (row, next) = (self.get(0), self.get(1));
        if row.extent == 0 {
            return;
        }
        let block = if self.crosses { BLOCK } else { row.extent };
        #[cfg(debug_assertions)]
        let mut visited = 0;
        self.walk(
            2,
            #[inline(always)]
            |start| {
                let mut done = 0;
                while done < row.extent {
                    let n = block.min(row.extent - done);
                    let mut at = start;
                    for (at, stride) in at.iter_mut().zip(row.strides) {
                        *at = at.wrapping_add(stride.wrapping_mul(done as isize));
                    }
                    for _ in 0..next.extent {
                        #[cfg(debug_assertions)]
                        {
                            visited += n;
                        }
                        f(at, n);
                        step(&mut at, next.strides);
                    }
                    done += n;
                }
            },
        );
        #[cfg(debug_assertions)]
        assert_eq!(visited, self.size(), "the rows have each coordinate once");
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
