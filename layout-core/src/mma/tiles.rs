//! The permuted tiles of a search: the orders of the prime digits of several instructions.

use crate::error::LayoutError;
use crate::layout::order::next_order;
use crate::mma::tiled::TiledMma;
use crate::number::tri;
use crate::value::{IntTuple, Layout};

/// The permuted tiles of a mode: fewer instructions first, then the orders of their digits.
pub(crate) struct Tiles {
    mma: TiledMma,
    mode: usize,
    /// Bit `r` is set if tiles repeat the instruction `r` times.
    repeats: u32,
    repeat: u32,
    digits: Digits,
    orders: Orders,
}

impl Tiles {
    pub(crate) const fn new(mma: &TiledMma, mode: usize, repeats: u32) -> Self {
        let digits = Digits { count: 0, extents: [1; 64], inner: 0, warps: 1 };
        let orders = Orders { is_done: true, ..Orders::new(0) };
        Self { mma: *mma, mode, repeats, repeat: 0, digits, orders }
    }

    /// The instruction with the next tile.
    pub(crate) const fn next(&mut self) -> Result<Option<TiledMma>, LayoutError> {
        while self.orders.is_done {
            self.repeat += 1;
            if self.repeat == u32::BITS {
                return Ok(None);
            }
            if self.repeats >> self.repeat & 1 == 1 {
                self.digits = Digits::of(&self.mma, self.mode, self.repeat as i64);
                self.orders = Orders::new(self.digits.count);
                self.orders.is_done = self.digits.count > MAX_DIGITS;
            }
        }
        let tile = tri!(self.digits.tile(&self.orders.order));
        self.orders.next();
        Ok(Some(tri!(self.mma.with_tile(self.mode, tile))))
    }
}

/// The most digits of a permuted tile.
const MAX_DIGITS: usize = 7;

/// The prime digits of `repeat` atoms along a mode.
struct Digits {
    count: usize,
    extents: [i64; 64],
    /// The digits of one atom, and the number of atoms of different warps.
    inner: usize,
    warps: i64,
}

impl Digits {
    const fn of(mma: &TiledMma, mode: usize, repeat: i64) -> Self {
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
    const fn tile(&self, order: &[u8; MAX_DIGITS]) -> Result<Layout, LayoutError> {
        let (mut strides, mut next, mut k) = ([0; MAX_DIGITS], 1, 0);
        while k < self.count {
            strides[order[k] as usize] = next;
            next *= self.extents[order[k] as usize];
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
struct Orders {
    count: usize,
    order: [u8; MAX_DIGITS],
    is_done: bool,
}

impl Orders {
    const fn new(count: usize) -> Self {
        let (mut order, mut k) = ([0; MAX_DIGITS], 0);
        while k < MAX_DIGITS {
            order[k] = k as u8;
            k += 1;
        }
        Self { count, order, is_done: false }
    }

    const fn next(&mut self) {
        self.is_done = !next_order(self.order.split_at_mut(self.count).0);
    }
}
