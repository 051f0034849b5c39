//! Which coordinates of a padded divide are inside the layout that was divided.

use crate::layout::modes::{Modes, continues};
use crate::number::limit::{MAX_LEAVES, MAX_RANK};

/// A mixed radix of the linear index of a padded divide: each digit, times its step, adds to a
/// coordinate of the divided layout, which must stay below its bound.
#[derive(Clone, Copy)]
pub struct Guard {
    digits: Digits,
    bounds: [i64; MAX_RANK],
    modes: usize,
}

/// A guard in progress: tiles as they come, rests once all tiles before them are known.
#[derive(Clone, Copy)]
pub(crate) struct Watch {
    guard: Guard,
    later: Digits,
}

#[derive(Clone, Copy)]
struct Digits {
    len: usize,
    extents: [i64; MAX_LEAVES],
    steps: [i64; MAX_LEAVES],
    modes: [u8; MAX_LEAVES],
}

impl Digits {
    const EMPTY: Self =
        Self { len: 0, extents: [0; MAX_LEAVES], steps: [0; MAX_LEAVES], modes: [0; MAX_LEAVES] };

    /// Adds a digit; joins it to the last one where both are the same walk. A step of 0 needs no
    /// bound.
    const fn push(&mut self, extent: i64, step: i64, mode: u8) {
        if extent == 1 {
            return;
        }
        if self.len > 0 {
            let last = self.len - 1;
            let unbounded = step == 0 && self.steps[last] == 0;
            let same =
                self.modes[last] == mode && continues(self.extents[last], self.steps[last], step);
            if unbounded || same {
                // The size of the padded layout, which is checked, bounds the product.
                self.extents[last] = self.extents[last].saturating_mul(extent);
                return;
            }
        }
        if self.len < MAX_LEAVES {
            self.extents[self.len] = extent;
            self.steps[self.len] = step;
            self.modes[self.len] = mode;
            self.len += 1;
        }
    }

    const fn append(&mut self, other: &Self) {
        let mut k = 0;
        while k < other.len {
            self.push(other.extents[k], other.steps[k], other.modes[k]);
            k += 1;
        }
    }
}

impl Watch {
    pub(crate) const EMPTY: Self = Self {
        guard: Guard { digits: Digits::EMPTY, bounds: [i64::MAX; MAX_RANK], modes: 0 },
        later: Digits::EMPTY,
    };

    /// Mode `mode`, of extent `bound`, is cut into the tile `from..to` and the rest `free`.
    pub(crate) const fn cut(
        &mut self,
        mode: usize,
        bound: i64,
        tile: &Modes,
        from: usize,
        to: usize,
        free: &Modes,
    ) {
        let mut padded = 1_i64;
        let mut k = from;
        while k < to {
            padded = padded.saturating_mul(tile.extents[k]);
            k += 1;
        }
        k = 0;
        while k < free.len {
            padded = padded.saturating_mul(free.extents[k]);
            k += 1;
        }
        let bounded = padded != bound;
        if bounded {
            self.guard.bounds[mode] = bound;
            self.guard.modes = mode + 1;
        }
        k = from;
        while k < to {
            let step = if bounded { tile.strides[k] } else { 0 };
            self.guard.digits.push(tile.extents[k], step, mode as u8);
            k += 1;
        }
        k = 0;
        while k < free.len {
            let step = if bounded { free.strides[k] } else { 0 };
            self.later.push(free.extents[k], step, mode as u8);
            k += 1;
        }
    }

    /// A mode of extent `size` that is not cut, among the tiles.
    pub(crate) const fn keep(&mut self, size: i64) {
        self.guard.digits.push(size, 0, 0);
    }

    /// From here on every digit is slower than those so far.
    pub(crate) const fn end_mode(&mut self) {
        self.guard.digits.append(&self.later);
        self.later = Digits::EMPTY;
    }

    /// The guard, once the last mode has ended.
    pub(crate) const fn guard(&self) -> Guard {
        self.guard
    }
}

impl Guard {
    /// Nothing is inside: what stands for the guard of a divide that is refused.
    #[doc(hidden)]
    pub const NOTHING: Self = Self { digits: Digits::EMPTY, bounds: [0; MAX_RANK], modes: 1 };

    /// Whether nothing is outside.
    pub const fn is_everywhere(&self) -> bool {
        self.modes == 0
    }

    /// Whether the element at the linear index `linear` of the padded layout, which is within its
    /// size, is an element of the divided layout.
    pub const fn inside(&self, linear: i64) -> bool {
        let mut at = [0_i64; MAX_RANK];
        let (mut rest, mut k) = (linear, 0);
        while k < self.digits.len {
            let extent = self.digits.extents[k];
            at[self.digits.modes[k] as usize] += rest % extent * self.digits.steps[k];
            rest /= extent;
            k += 1;
        }
        let (mut inside, mut mode) = (linear >= 0, 0);
        while mode < self.modes {
            inside &= at[mode] < self.bounds[mode];
            mode += 1;
        }
        inside
    }

    /// How many of the linear indices `linear + k * step`, `k` below `extent`, are inside, if those of the leaf of
    /// the padded layout that they walk along are all that differs, and `linear` is inside; the first ones are.
    pub const fn along(&self, linear: i64, step: i64, extent: i64) -> i64 {
        let (mut at, mut moved, mut of) = ([0_i64; MAX_RANK], 0, 0);
        let (mut rest, mut unit, mut k) = (linear, 1_i64, 0);
        while k < self.digits.len {
            let (radix, add) = (self.digits.extents[k], self.digits.steps[k]);
            let mode = self.digits.modes[k] as usize;
            at[mode] += rest % radix * add;
            rest /= radix;
            let next = unit.saturating_mul(radix);
            // The digit that a step moves: the leaf is it, or a part of it.
            if unit <= step && step < next {
                (moved, of) = (step / unit * add, mode);
            }
            unit = next;
            k += 1;
        }
        if moved == 0 {
            return extent;
        }
        let inside = (self.bounds[of] - 1 - at[of]) / moved + 1;
        if inside < extent { inside } else { extent }
    }
}
