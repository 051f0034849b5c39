//! Which coordinates of a padded division are inside the layout that was divided.

use crate::layout::modes::continues;
use crate::number::saturating_multiply;
use crate::value::Modes;
use crate::value::limit::{MAX_LEAVES, MAX_RANK};

/// A predicate on linear indices of a padded division.
///
/// A linear index is read as digits in a mixed radix. A digit times its step contributes to the coordinate in one
/// mode of the divided layout. The index is inside where each of these coordinates is below its bound.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Guard {
    digits: MixedRadix,
    bounds: [i64; MAX_RANK],
    modes: usize,
}

/// A guard in progress. The digits of tiles arrive first, those of rests follow once all tiles before them are known.
#[derive(Clone, Copy)]
pub(crate) struct GuardBuilder {
    guard: Guard,
    later: MixedRadix,
}

#[derive(Clone, Copy, PartialEq, Eq)]
struct MixedRadix {
    len: usize,
    extents: [i64; MAX_LEAVES],
    steps: [i64; MAX_LEAVES],
    modes: [u8; MAX_LEAVES],
}

impl MixedRadix {
    const EMPTY: Self =
        Self { len: 0, extents: [0; MAX_LEAVES], steps: [0; MAX_LEAVES], modes: [0; MAX_LEAVES] };

    /// Appends a digit. Joins it to the last digit where it continues that one. A step of 0 contributes to no
    /// coordinate.
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
                // Cannot saturate for a valid result: the product is at most the size of the padded layout.
                self.extents[last] = saturating_multiply(self.extents[last], extent);
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

impl GuardBuilder {
    pub(crate) const EMPTY: Self = Self {
        guard: Guard { digits: MixedRadix::EMPTY, bounds: [i64::MAX; MAX_RANK], modes: 0 },
        later: MixedRadix::EMPTY,
    };

    /// Registers mode `mode`, of extent `bound`, divided into the tile `from..to` and the rest `free`.
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
            padded = saturating_multiply(padded, tile.extents[k]);
            k += 1;
        }
        k = 0;
        while k < free.len {
            padded = saturating_multiply(padded, free.extents[k]);
            k += 1;
        }
        // Tiles that fill the mode exactly need no test. Their digits stay in the radix, with a step of 0.
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

    /// Registers a mode of extent `size` that is not divided, among the tiles.
    pub(crate) const fn keep(&mut self, size: i64) {
        self.guard.digits.push(size, 0, 0);
    }

    /// Appends the digits of the rests: every later digit is slower.
    pub(crate) const fn end_mode(&mut self) {
        self.guard.digits.append(&self.later);
        self.later.len = 0;
    }

    /// The guard, after the last mode.
    pub(crate) const fn guard(&self) -> Guard {
        self.guard
    }
}

impl Guard {
    /// The guard under which nothing is inside. The result type of a refused division has it.
    #[doc(hidden)]
    pub const NOTHING: Self = Self { digits: MixedRadix::EMPTY, bounds: [0; MAX_RANK], modes: 1 };

    /// Whether every coordinate is inside.
    pub const fn is_everywhere(&self) -> bool {
        self.modes == 0
    }

    /// Whether the linear index `linear` of the padded layout, below its size, is an element of the divided layout.
    pub const fn inside(&self, linear: i64) -> bool {
        let mut at = [0_i64; MAX_RANK];
        // Unsigned: a division by a power of two is a shift then.
        let (mut rest, mut k) = (linear as u64, 0);
        while k < self.digits.len {
            let extent = self.digits.extents[k] as u64;
            let digit = (rest % extent) as i64;
            at[self.digits.modes[k] as usize] += digit * self.digits.steps[k];
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

    /// How many of the linear indices `linear + k * step`, `k < extent`, are inside, where the indices walk along one
    /// leaf of the padded layout. Requires `linear` to be inside. The inside indices are the first ones.
    pub const fn along(&self, linear: i64, step: i64, extent: i64) -> i64 {
        let (mut at, mut moved, mut of) = ([0_i64; MAX_RANK], 0, 0);
        let (mut rest, mut unit, mut k) = (linear, 1_i64, 0);
        while k < self.digits.len {
            let (radix, add) = (self.digits.extents[k], self.digits.steps[k]);
            let mode = self.digits.modes[k] as usize;
            at[mode] += rest % radix * add;
            rest /= radix;
            let next = unit.saturating_mul(radix);
            // The digit that a step changes: the leaf is this digit, or a part of it.
            if unit <= step && step < next {
                (moved, of) = (step / unit * add, mode);
            }
            unit = next;
            k += 1;
        }
        // The leaf moves along no bounded mode, so all its indices are inside or none is.
        if moved == 0 {
            return extent;
        }
        // The last index whose coordinate is below the bound, counted from this one.
        let inside = (self.bounds[of] - 1 - at[of]) / moved + 1;
        if inside < extent { inside } else { extent }
    }
}
