//! The loops themselves.

use super::Nest;
use layout_core::MAX_LEAVES;

impl<const K: usize> Nest<K> {
    /// Calls `f` with the offsets of every coordinate of the loops from `inner` on, the inner ones being at
    /// their start.
    #[inline(always)]
    pub(crate) fn walk(&self, inner: usize, f: impl FnMut([isize; K])) {
        self.walk_towards(inner, false, f);
    }

    /// [`walk`](Self::walk), the innermost of these loops from its end if it shall run backwards.
    #[inline(always)]
    pub(crate) fn walk_towards(
        &self,
        inner: usize,
        backwards: bool,
        mut f: impl FnMut([isize; K]),
    ) {
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

/// Steps of a row that are taken before the next row, where the rows cross the neighbours of a side: its lines
/// stay in the nearest cache until they are used up.
const BLOCK: usize = 64;

impl<const K: usize> Nest<K> {
    /// Calls `f` with the offsets where a row starts, its length and its strides: steps of the innermost loop.
    /// Where all sides move by neighbours, or one of the first two stands still, these are constants that the
    /// compiler makes vectors of.
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

    #[inline(always)]
    fn each_row(&self, mut f: impl FnMut([isize; K], usize)) {
        let (row, next) = (self.get(0), self.get(1));
        if row.extent == 0 {
            return;
        }
        let block = if self.crosses { BLOCK } else { row.extent };
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
                        f(at, n);
                        step(&mut at, next.strides);
                    }
                    done += n;
                }
            },
        );
    }
}

/// Neighbours on every side but `side`, which stands still.
#[inline(always)]
fn still<const K: usize>(side: usize) -> [isize; K] {
    let mut strides = [1; K];
    strides[side] = 0;
    strides
}

/// One step of a loop.
#[inline(always)]
pub(crate) fn step<const K: usize>(at: &mut [isize; K], strides: [isize; K]) {
    for (at, stride) in at.iter_mut().zip(strides) {
        // Wraps at most after the last step, whose offset nobody uses.
        *at = at.wrapping_add(stride);
    }
}
