//! [`Swizzle`]: xor of some bits of an offset onto others. It spreads a column of a layout over the banks of a
//! memory.

use crate::error::{LayoutError, Operation, Rule};
use crate::value::Swizzle;

/// An offset has the bits `0..WIDTH`, below its sign.
pub(crate) const WIDTH: i64 = 63;

impl Swizzle {
    /// The swizzle that changes nothing.
    pub const IDENTITY: Self = Self { bits: 0, base: 0, shift: 0 };

    /// The swizzle `Sw<bits,base,shift>`.
    ///
    /// ```
    /// use layout_core::Swizzle;
    /// assert_eq!(
    ///     Swizzle::new(5, 2, -2).unwrap_err().to_string(),
    ///     "no swizzle Sw<5,2,-2>: its 5 bits would be read and changed at once; a shift of -2 is too small"
    /// );
    /// ```
    ///
    /// # Errors
    /// [`Rule::Swizzle`] unless `bits >= 0`, `base >= 0`, `|shift| >= bits` and `base + bits + |shift| <= 63`.
    pub const fn new(bits: i64, base: i64, shift: i64) -> Result<Self, LayoutError> {
        match Self::checked(bits, base, shift) {
            Ok(swizzle) => Ok(swizzle),
            Err(rule) => Err(LayoutError::alone(Operation::Swizzle, rule)),
        }
    }

    pub(crate) const fn checked(bits: i64, base: i64, shift: i64) -> Result<Self, Rule> {
        let reach = shift.unsigned_abs() as i128;
        let within = bits >= 0
            && base >= 0
            && reach >= bits as i128
            && bits as i128 + base as i128 + reach <= WIDTH as i128;
        if !within {
            return Err(Rule::Swizzle { bits, base, shift });
        }
        Ok(Self { bits: bits as u32, base: base as u32, shift: shift as i32 })
    }

    /// The swizzle that xors the bits `from` onto the bits `onto`. `None` unless both are runs of the same number of
    /// bits.
    ///
    /// ```
    /// use layout_core::Swizzle;
    /// assert_eq!(Swizzle::from_masks(0b11_0000, 0b00_0110).unwrap().to_string(), "Sw<2,1,3>");
    /// assert!(Swizzle::from_masks(0b101, 0b1_1000).is_none());
    /// ```
    pub const fn from_masks(from: i64, onto: i64) -> Option<Self> {
        let (bits, low) = (from.count_ones(), from.trailing_zeros());
        if from < 0 || onto < 0 || onto.count_ones() != bits {
            return None;
        }
        if bits == 0 {
            return Some(Self::IDENTITY);
        }
        let down = onto.trailing_zeros();
        let ones = (1_u64 << bits) - 1;
        if (from >> low) as u64 != ones || (onto >> down) as u64 != ones {
            return None;
        }
        let base = if low < down { low } else { down };
        match Self::checked(bits as i64, base as i64, low as i64 - down as i64) {
            Ok(swizzle) => Some(swizzle),
            Err(_) => None,
        }
    }

    /// `B`, the number of bits.
    pub const fn bits(&self) -> u32 {
        self.bits
    }

    /// `M`, the lowest bit. `2^M` adjacent offsets remain adjacent.
    pub const fn base(&self) -> u32 {
        self.base
    }

    /// `S`, the distance of the bits read above those changed.
    pub const fn shift(&self) -> i32 {
        self.shift
    }

    /// `Y`, the bits that the swizzle reads.
    pub const fn from_mask(&self) -> i64 {
        self.mask(if self.shift > 0 { self.shift as u32 } else { 0 })
    }

    /// `Z`, the bits that the swizzle changes.
    pub const fn onto_mask(&self) -> i64 {
        self.mask(if self.shift < 0 { self.shift.unsigned_abs() } else { 0 })
    }

    const fn mask(&self, above: u32) -> i64 {
        (((1_u64 << self.bits) - 1) << (self.base + above)) as i64
    }

    /// `M + B + |S|`: the swizzle neither reads nor changes bits from here on. It commutes with adding multiples of
    /// `2^end`.
    #[doc(hidden)]
    pub const fn end(&self) -> u32 {
        self.base + self.bits + self.shift.unsigned_abs()
    }

    /// `==` for `const fn`.
    pub const fn equals(&self, other: &Self) -> bool {
        self.bits == other.bits && self.base == other.base && self.shift == other.shift
    }

    /// Whether the swizzle changes nothing: `B = 0`.
    pub const fn is_identity(&self) -> bool {
        self.bits == 0
    }

    /// The swizzled offset. It has the sign of `x`.
    ///
    /// ```
    /// use layout_core::Swizzle;
    /// assert_eq!(Swizzle::new(2, 0, 2)?.apply(0b1101), 0b1110);
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    pub const fn apply(&self, x: i64) -> i64 {
        let read = x & self.from_mask();
        x ^ if self.shift < 0 { read << self.shift.unsigned_abs() } else { read >> self.shift }
    }

    /// The composition `self o first` of two swizzles as one, CuTe's `composition`: it swaps the bits of both.
    ///
    /// ```
    /// use layout_core::Swizzle;
    /// let (upper, lower) = (Swizzle::new(1, 2, 3)?, Swizzle::new(2, 0, 3)?);
    /// assert_eq!(upper.after(&lower)?.to_string(), "Sw<3,0,3>");
    /// assert_eq!(upper.after(&upper)?.to_string(), "Sw<0,0,3>");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`Rule::Swizzles`] where the shifts differ, where `first` changes bits that this swizzle reads, and where the
    /// bits of both together are not contiguous.
    pub const fn after(&self, first: &Self) -> Result<Self, LayoutError> {
        match self.merged(first) {
            Some(swizzle) => Ok(swizzle),
            None => {
                let rule = Rule::Swizzles { left: *self, right: *first };
                Err(LayoutError::alone(Operation::Swizzle, rule))
            }
        }
    }

    const fn merged(&self, first: &Self) -> Option<Self> {
        if self.bits == 0 {
            return Some(*first);
        }
        if first.bits == 0 {
            return Some(*self);
        }
        if self.shift != first.shift || first.onto_mask() & self.from_mask() != 0 {
            return None;
        }
        let from = self.from_mask() ^ first.from_mask();
        if from == 0 {
            return Some(Self { bits: 0, base: 0, shift: self.shift });
        }
        Self::from_masks(from, self.onto_mask() ^ first.onto_mask())
    }

    /// An interval that contains `apply(x)` for every `least <= x <= greatest`. Some `0 <= x <= greatest` reaches its
    /// upper end.
    ///
    /// ```
    /// use layout_core::Swizzle;
    /// assert_eq!(Swizzle::new(2, 0, 2)?.bounds(4, 6), (0, 7));
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    pub const fn bounds(&self, least: i64, greatest: i64) -> (i64, i64) {
        let first = self.from_mask().trailing_zeros();
        if self.is_identity() || (least >= 0 && greatest >> first == 0) {
            return (least, greatest);
        }
        let low = ((1_u64 << self.end()) - 1) as i64;
        let most = if greatest < 0 { greatest | low } else { self.greatest(greatest) };
        (least & !low, most)
    }

    /// The greatest `apply(x)` for `0 <= x <= most`.
    pub(crate) const fn greatest(&self, most: i64) -> i64 {
        let (mut best, mut bit) = (self.apply(most), 0);
        while bit < WIDTH {
            // The candidates below `most`: its bits above this one, 0 here, and any bits below.
            if most >> bit & 1 == 1 {
                let free = (1_i64 << bit) - 1;
                let head = most & !free & !(1 << bit);
                let found = self.greatest_below(head, free);
                best = if found > best { found } else { best };
            }
            bit += 1;
        }
        best
    }

    /// The greatest `apply(head | x)` over all `x` of the lowest bits `free`.
    const fn greatest_below(&self, head: i64, free: i64) -> i64 {
        if self.shift >= 0 {
            return self.apply(head) | free;
        }
        // A free bit that is xored onto a bit of the head can make that 1.
        let up = self.shift.unsigned_abs();
        let met = (self.from_mask() & free) << up & !free;
        let spent = (met & head) >> up;
        (self.apply(head) | met) & !free | free & !spent
    }

    /// Whether the swizzle maps `0..size` onto itself.
    pub(crate) const fn keeps(&self, size: i64) -> bool {
        size <= 0 || self.greatest(size - 1) < size
    }
}
