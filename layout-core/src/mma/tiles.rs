//! The permuted tiles of a search: the orders of the prime digits of several instructions.

use crate::error::LayoutError;
use crate::mma::tiled::TiledMma;
use crate::number::tri;
use crate::value::{IntTuple, Layout};

/// The most digits of a permuted tile.
pub(crate) const MAX_DIGITS: usize = 7;

/// The prime digits of `repeat` atoms along a mode.
pub(crate) struct Digits {
    pub(crate) count: usize,
    extents: [i64; 64],
    /// The digits of one atom, and the number of atoms of different warps.
    inner: usize,
    warps: i64,
}

impl Digits {
    pub(crate) const fn of(mma: &TiledMma, mode: usize, repeat: i64) -> Self {
        let atom = mma.atom().shape()[mode];
        let warps = mma.extents()[mode] / atom;
        let mut digits = Self { count: 0, extents: [1; 64], inner: 0, warps };
        digits.push(atom);
        digits.inner = digits.count;
        digits.push(repeat);
        digits
    }

    const fn push(&mut self, extent: i64) {
        let (mut rest, mut prime) = (extent, 2);
        while rest > 1 {
            if rest % prime == 0 {
                self.extents[self.count] = prime;
                self.count += 1;
                rest /= prime;
            } else {
                prime += 1;
            }
        }
    }

    /// The tile whose digit `order[0]` has stride 1, and so on: digits of the atom, warps, repetitions. Warps have the largest
    /// stride.
    pub(crate) const fn tile(&self, order: &[usize; MAX_DIGITS]) -> Result<Layout, LayoutError> {
        let (mut strides, mut next, mut k) = ([0; MAX_DIGITS], 1, 0);
        while k < self.count {
            strides[order[k]] = next;
            next *= self.extents[order[k]];
            k += 1;
        }
        let (mut shape, mut stride) =
            ([IntTuple::leaf(1); MAX_DIGITS + 1], [IntTuple::leaf(0); MAX_DIGITS + 1]);
        let (mut k, mut at) = (0, 0);
        while k <= self.count {
            if k == self.inner {
                (shape[at], stride[at]) = (IntTuple::leaf(self.warps), IntTuple::leaf(next));
                at += 1;
            }
            if k < self.count {
                shape[at] = IntTuple::leaf(self.extents[k]);
                stride[at] = IntTuple::leaf(strides[k]);
                at += 1;
            }
            k += 1;
        }
        let shape = tri!(IntTuple::tuple(shape.split_at(at).0));
        let stride = tri!(IntTuple::tuple(stride.split_at(at).0));
        tri!(Layout::new(shape, stride)).coalesce()
    }
}

/// The permutations of some digits, in lexicographic order.
pub(crate) struct Orders {
    count: usize,
    pub(crate) order: [usize; MAX_DIGITS],
    pub(crate) is_done: bool,
}

impl Orders {
    pub(crate) const fn new(count: usize) -> Self {
        let (mut order, mut k) = ([0; MAX_DIGITS], 0);
        while k < MAX_DIGITS {
            order[k] = k;
            k += 1;
        }
        Self { count, order, is_done: false }
    }

    pub(crate) const fn next(&mut self) {
        // The last digit that a later one exceeds; what follows it is in descending order.
        let mut at = self.count;
        while at > 1 && self.order[at - 2] >= self.order[at - 1] {
            at -= 1;
        }
        if at < 2 {
            self.is_done = true;
            return;
        }
        let mut larger = self.count - 1;
        while self.order[larger] <= self.order[at - 2] {
            larger -= 1;
        }
        self.order.swap(at - 2, larger);
        let (mut low, mut high) = (at - 1, self.count - 1);
        while low < high {
            self.order.swap(low, high);
            low += 1;
            high -= 1;
        }
    }
}
