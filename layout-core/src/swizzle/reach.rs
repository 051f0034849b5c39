//! Which bits the offsets before a swizzle may have.

use crate::modes::Modes;
use crate::swizzle::composed::ComposedLayout;

/// Which bits a sum of natural numbers may set, and the greatest it may be.
#[derive(Clone, Copy)]
pub(crate) struct Reach {
    mask: u64,
    most: u128,
}

impl Reach {
    const NONE: Self = Self { mask: 0, most: 0 };
    const ANY: Self = Self { mask: u64::MAX, most: u64::MAX as u128 };

    /// The sum with a number of the bits `mask` that is at most `most`.
    const fn plus(self, term: Self) -> Self {
        let most = self.most + term.most;
        let (both, meet) = (self.mask | term.mask, self.mask & term.mask);
        if meet == 0 {
            return Self { mask: both, most };
        }
        // Carries start where both may set a bit and go up from there.
        let below = (1 << meet.trailing_zeros()) - 1;
        Self { mask: both & below | up_to(most) & !below, most }
    }

    /// Multiples of `stride` by a number that is at most `most`.
    const fn multiples(most: u128, stride: i64) -> Self {
        if most == 0 || stride == 0 {
            return Self::NONE;
        }
        let (low, greatest) = (stride.trailing_zeros(), most * stride.unsigned_abs() as u128);
        if stride < 0 || greatest > u64::MAX as u128 {
            return Self::ANY;
        }
        if stride.count_ones() == 1 {
            return Self { mask: up_to(most) << low, most: greatest };
        }
        Self { mask: up_to(greatest) & !((1 << low) - 1), most: greatest }
    }

    /// Whether one of these bits may be set.
    pub(crate) const fn meets(self, bits: i64) -> bool {
        self.mask & bits as u64 != 0
    }

    /// The offsets of modes.
    const fn of(modes: &Modes) -> Self {
        let (mut reach, mut k) = (Self::NONE, 0);
        while k < modes.len {
            if modes.extents[k] != 0 {
                let most = (modes.extents[k] - 1) as u128;
                reach = reach.plus(Self::multiples(most, modes.strides[k]));
            }
            k += 1;
        }
        reach
    }
}

/// The bits of the numbers up to `most`.
const fn up_to(most: u128) -> u64 {
    let free = most.leading_zeros();
    if free <= 64 { u64::MAX } else { (1 << (128 - free)) - 1 }
}

impl ComposedLayout {
    /// Which bits `offset + L(c)` may set.
    pub(crate) const fn reach(&self) -> Reach {
        if self.offset.value < 0 {
            return Reach::ANY;
        }
        let own = Reach { mask: self.offset.value as u64, most: self.offset.value as u128 };
        Reach::of(&self.layout.modes).plus(own)
    }
}
