//! Loop nests over the common modes of several layouts.
//!
//! `K` layouts of one size (the *sides*) become one list of modes, each with one extent, and one stride for each side:
//! the coarsest modes that all sides have. Loops over these modes visit each coordinate once and add strides. They need
//! no division, and may run in any order.
//!
//! ```text
//! (4,8):(8,1)  and  (32):(1)        4 : 8, 1          extent : stride of side 0, stride of side 1
//!                                   8 : 1, 4
//! ```
//!
//! # Algorithm
//! ```text
//! find    split both at each other's ends    (4,6) and (8,3)  ->  4, 2, 3
//! turn    d < 0: start at the last step, step by -d
//! sort    by ascending |stride| in the side that is written, then in the others
//! merge   s:d, t:(s*d) on all sides  ->  (s*t):d
//! cross   bring a loop over neighbours of another side next to the innermost one
//! ```
//!
//! Layouts of at most two leaves with equal extents need no search: their loops are found in registers (`pair`).
//!
//! 1. `turn` changes the first offset (`starts`), not the set of coordinates.
//! 2. Sorting makes loops adjacent that continue each other, so that one pass merges all of them.
//! 3. Every function is `const`, and takes loops by reference or word by word: a processor stalls if it reads as a
//!    whole what it has just written in parts.

mod common;
mod misfit;
mod pair;
mod sides;
#[cfg(test)]
mod tests;
mod walk;

pub(crate) use misfit::{common_size, misfit};
pub(crate) use sides::run_nest;
pub use sides::{NestTask, Sides};
pub(crate) use walk::{TILE, step};

use crate::list::List;
use layout_core::MAX_LEAVES;

/// One loop: its number of steps, and the stride of each side in elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Loop<const K: usize> {
    pub(crate) extent: usize,
    pub(crate) strides: [isize; K],
}

impl<const K: usize> Loop<K> {
    /// A loop of one step.
    pub(crate) const ONCE: Self = Self { extent: 1, strides: [0; K] };
}

/// A list of nested loops, the innermost one first.
#[derive(Clone, Copy, Debug)]
pub struct Nest<const K: usize> {
    loops: List<Loop<K>, MAX_LEAVES>,
    /// The offset of each side at the first step: not 0 if a loop was reversed.
    pub(crate) starts: [isize; K],
    /// Whether the second loop is over neighbours of a side in which the first one has a longer stride.
    crosses: bool,
    /// The strides of the innermost loop.
    row: RowStrides,
}

/// The strides of the innermost loop on all sides. Found with the loops: a processor stalls if it compares as one vector
/// what it has just written word by word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RowStrides {
    /// 1 on each side.
    Neighbours,
    /// 0 on side 0, and 1 on the others.
    StillFirst,
    /// 0 on side 1, and 1 on the others.
    StillSecond,
    /// Any others.
    Any,
}

impl RowStrides {
    /// The case of these strides.
    #[inline(always)]
    const fn of<const K: usize>(strides: &[isize; K]) -> Self {
        let (mut others, mut s) = (true, 2);
        while s < K {
            others &= strides[s] == 1;
            s += 1;
        }
        let second = if K > 1 { strides[1] } else { 1 };
        match (strides[0], second) {
            (1, 1) if others => Self::Neighbours,
            (0, 1) if others && K > 1 => Self::StillFirst,
            (1, 0) if others && K > 2 => Self::StillSecond,
            _ => Self::Any,
        }
    }
}

impl<const K: usize> Nest<K> {
    /// No loops.
    #[inline(always)]
    pub(crate) const fn new() -> Self {
        Self { loops: List::new(), starts: [0; K], crosses: false, row: RowStrides::Any }
    }

    /// The loops, the innermost one first.
    pub(crate) const fn loops(&self) -> &[Loop<K>] {
        self.loops.as_slice()
    }

    /// Loop `k`, or a loop of one step after the last one.
    pub(crate) const fn get(&self, k: usize) -> Loop<K> {
        if k < self.loops.len() { self.loops()[k] } else { Loop::ONCE }
    }

    /// Adds a loop outside of the others, unless it has one step.
    #[inline(always)]
    pub(crate) const fn add(&mut self, each: Loop<K>) {
        if each.extent != 1 {
            self.loops.push(each);
        }
    }

    /// Keeps the steps `first..first + count` of loop `k`.
    #[cfg(feature = "rayon")]
    pub(crate) fn keep(&mut self, k: usize, first: usize, count: usize) {
        let Loop { extent, strides } = &mut self.loops.as_mut_slice()[k];
        *extent = count;
        for (start, stride) in self.starts.iter_mut().zip(strides) {
            *start += *stride * first as isize;
        }
    }

    /// The number of coordinates: the product of all extents.
    pub(crate) const fn size(&self) -> usize {
        self.extent(0, self.loops.len())
    }

    /// The product of the extents of the loops `first..until`.
    pub(crate) const fn extent(&self, first: usize, until: usize) -> usize {
        let (mut extent, mut k) = (1, first);
        while k < until {
            extent *= self.get(k).extent;
            k += 1;
        }
        extent
    }

    /// Moves loop `from` inwards to place `to <= from`. The loops between move outwards by one.
    pub(crate) const fn bring(&mut self, from: usize, to: usize) {
        if from == to {
            return;
        }
        let loops = self.loops.as_mut_slice();
        let (moved, mut k) = (loops[from], from);
        while k > to {
            loops[k] = loops[k - 1];
            k -= 1;
        }
        loops[to] = moved;
    }

    /// Orders the loops by side `by`: reverses loops with a negative stride, sorts the strides ascending outwards, and
    /// merges loops that continue each other on every side.
    pub(crate) const fn order(&mut self, by: usize) {
        self.turn(by);
        let mut k = 1;
        while k < self.loops.len() {
            let mut to = k;
            while to > 0 && self.before(k, to - 1, by) {
                to -= 1;
            }
            self.bring(k, to);
            k += 1;
        }
        self.merge();
    }

    /// Brings a loop over neighbours of a side next to the innermost loop, if that has a longer stride on this side:
    /// tiles of the two then use whole cache lines of both sides (`tiles`).
    pub(crate) const fn cross(&mut self) {
        let mut k = 1;
        while k < self.loops.len() {
            let mut s = 0;
            while s < K {
                if self.loops()[k].strides[s] == 1 && self.loops()[0].strides[s] > 1 {
                    self.bring(k, 1);
                    self.crosses = true;
                    return;
                }
                s += 1;
            }
            k += 1;
        }
    }

    /// Finds the case of the innermost loop, which changes no more.
    pub(crate) const fn end(&mut self) {
        self.row = RowStrides::of(&self.get(0).strides);
    }

    /// Reverses each loop with a negative stride on side `by`, or on side 0 if its stride on side `by` is 0.
    const fn turn(&mut self, by: usize) {
        let mut k = 0;
        while k < self.loops.len() {
            // By reference: reading a loop as a whole stalls if it was just written word by word.
            let Loop { extent, strides } = &mut self.loops.as_mut_slice()[k];
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

    /// Whether loop `a` belongs inside loop `b`: it has the shorter stride on side `by`, or an equal one there and the
    /// shorter stride on the first side where they differ.
    const fn before(&self, a: usize, b: usize, by: usize) -> bool {
        let (a, b) = (&self.loops()[a].strides, &self.loops()[b].strides);
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
        while k < self.loops.len() {
            if len > 0 && self.continues(len - 1, k) {
                let extent = self.loops()[k].extent;
                self.loops.as_mut_slice()[len - 1].extent *= extent;
            } else {
                if len < k {
                    let each = self.loops()[k];
                    self.loops.as_mut_slice()[len] = each;
                }
                len += 1;
            }
            k += 1;
        }
        self.loops.truncate(len);
    }

    /// Whether loop `outer` continues loop `inner` on every side.
    const fn continues(&self, inner: usize, outer: usize) -> bool {
        let (inner, outer, mut s) = (&self.loops()[inner], &self.loops()[outer], 0);
        while s < K {
            // The last offset fits `isize`. The product, one step further, may wrap. A wrapped product equals no
            // stride, because the offsets of a loop with that stride would not fit.
            if inner.strides[s].wrapping_mul(inner.extent as isize) != outer.strides[s] {
                return false;
            }
            s += 1;
        }
        true
    }
}

/// References to the elements of an array. `[T; K]::each_ref` is `const` from Rust 1.91 on.
const fn each_ref<T, const K: usize>(all: &[T; K]) -> [&T; K] {
    let (mut refs, mut k) = ([&all[0]; K], 1);
    while k < K {
        refs[k] = &all[k];
        k += 1;
    }
    refs
}
