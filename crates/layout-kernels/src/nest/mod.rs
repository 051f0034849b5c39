//! The loops over the coordinates that several layouts share.
//!
//! `K` layouts of one size become one list of modes, each with an extent and a stride for every layout (a
//! *side*): the coarsest modes that all of them have. Loops over these modes visit every coordinate once,
//! in an order that memory likes, and add up offsets; nothing divides.
//!
//! ```text
//! (4,8):(8,1)  and  (32):(1)        4 : 8, 1
//!                                   8 : 1, 4
//! ```

mod common;
mod sides;
mod walk;

pub(crate) use sides::Sides;
pub(crate) use walk::step;

use layout_core::MAX_LEAVES;

/// One loop: how often it runs, and how far each side moves at a step, in elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Loop<const K: usize> {
    pub(crate) extent: usize,
    pub(crate) strides: [isize; K],
}

impl<const K: usize> Loop<K> {
    pub(crate) const ONCE: Self = Self { extent: 1, strides: [0; K] };
}

/// Loops, the first one innermost.
#[derive(Clone, Copy, Debug)]
pub struct Nest<const K: usize> {
    len: usize,
    loops: [Loop<K>; MAX_LEAVES],
    /// The offset of each side where the loops start: not 0 where one runs backwards.
    pub(crate) starts: [isize; K],
    /// The second loop moves a side by neighbours that the first one moves further.
    crosses: bool,
}

impl<const K: usize> Nest<K> {
    /// No loops.
    pub(crate) const EMPTY: Self =
        Self { len: 0, loops: [Loop::ONCE; MAX_LEAVES], starts: [0; K], crosses: false };

    /// The loops, the first one innermost.
    pub(crate) const fn loops(&self) -> &[Loop<K>] {
        self.loops.split_at(self.len).0
    }

    /// Loop `k`; one that runs once past the last.
    pub(crate) const fn get(&self, k: usize) -> Loop<K> {
        if k < self.len { self.loops[k] } else { Loop::ONCE }
    }

    /// One more loop, the outermost; none that runs once.
    pub(crate) const fn add(&mut self, each: Loop<K>) {
        if each.extent != 1 {
            self.loops[self.len] = each;
            self.len += 1;
        }
    }

    /// Has loop `k` run so often.
    #[cfg(feature = "rayon")]
    pub(crate) const fn set_extent(&mut self, k: usize, extent: usize) {
        self.loops[k].extent = extent;
    }

    /// The number of coordinates.
    pub(crate) const fn size(&self) -> usize {
        self.extent(0, self.len)
    }

    /// The number of coordinates of the loops from `first` on up to `until`.
    pub(crate) const fn extent(&self, first: usize, until: usize) -> usize {
        let (mut extent, mut k) = (1, first);
        while k < until {
            extent *= self.get(k).extent;
            k += 1;
        }
        extent
    }

    /// Moves loop `from` to place `to`, which comes before it; those between move outwards.
    pub(crate) const fn bring(&mut self, from: usize, to: usize) {
        if from == to {
            return;
        }
        let (moved, mut k) = (self.loops[from], from);
        while k > to {
            self.loops[k] = self.loops[k - 1];
            k -= 1;
        }
        self.loops[to] = moved;
    }

    /// The loops in the order of side `by`: its strides are not negative and ascend outwards, and loops that
    /// continue each other on every side are one.
    pub(crate) const fn order(&mut self, by: usize) {
        self.turn(by);
        let mut k = 1;
        while k < self.len {
            let mut to = k;
            while to > 0 && self.before(k, to - 1, by) {
                to -= 1;
            }
            self.bring(k, to);
            k += 1;
        }
        self.merge();
    }

    /// Brings a loop over neighbours of some side, of which the innermost one is none, next to that.
    pub(crate) const fn cross(&mut self) {
        let mut k = 1;
        while k < self.len {
            let mut s = 0;
            while s < K {
                if self.loops[k].strides[s] == 1 && self.loops[0].strides[s] > 1 {
                    self.bring(k, 1);
                    self.crosses = true;
                    return;
                }
                s += 1;
            }
            k += 1;
        }
    }

    /// Turns the loops round that run backwards on side `by`, or on the first side where that stays.
    const fn turn(&mut self, by: usize) {
        let mut k = 0;
        while k < self.len {
            // By reference: what was just written a word at a time is slow to read as a whole.
            let Loop { extent, strides } = &mut self.loops[k];
            let side = if strides[by] == 0 { 0 } else { by };
            if strides[side] < 0 && *extent > 0 {
                let mut s = 0;
                while s < K {
                    self.starts[s] += (*extent as isize - 1) * strides[s];
                    strides[s] = -strides[s];
                    s += 1;
                }
            }
            k += 1;
        }
    }

    /// Whether loop `a` belongs inside of loop `b`.
    const fn before(&self, a: usize, b: usize, by: usize) -> bool {
        let (a, b) = (&self.loops[a].strides, &self.loops[b].strides);
        let (x, y) = (a[by].unsigned_abs(), b[by].unsigned_abs());
        if x != y {
            return x < y;
        }
        let mut s = 0;
        while s < K {
            let (x, y) = (a[s].unsigned_abs(), b[s].unsigned_abs());
            if x != y {
                return x < y;
            }
            s += 1;
        }
        false
    }

    /// Merges adjacent loops where the outer one continues the inner one on every side.
    const fn merge(&mut self) {
        let (mut len, mut k) = (0, 0);
        while k < self.len {
            if len > 0 && self.continues(len - 1, k) {
                self.loops[len - 1].extent *= self.loops[k].extent;
            } else {
                if len < k {
                    self.loops[len] = self.loops[k];
                }
                len += 1;
            }
            k += 1;
        }
        self.len = len;
    }

    const fn continues(&self, inner: usize, outer: usize) -> bool {
        let (inner, outer, mut s) = (&self.loops[inner], &self.loops[outer], 0);
        while s < K {
            // The last offset fits `isize`. The one after it may wrap, and is then no stride of the layout.
            if inner.strides[s].wrapping_mul(inner.extent as isize) != outer.strides[s] {
                return false;
            }
            s += 1;
        }
        true
    }
}
