//! Swizzles: bits of an offset xored onto others, so that what a layout keeps in one column is spread.

use core::fmt;

use crate::error::text::Text;
use crate::error::{LayoutError, Operation, Rule};

/// `x ^ ((x & Y) >> S)`: the `B` bits `Y` of an offset, `S` above the `B` bits `Z` at base `M`, are
/// xored onto them. A negative `S` puts `Z` above `Y`. It is its own inverse.
///
/// ```text
/// Sw<2,1,3>   bit  .. 6 5 4 3 2 1 0
///                       Y Y   Z Z         B = 2 bits of Z, from bit M = 1 on, change with
///                       |_|_ _|_|         the B bits of Y that are S = 3 places above
/// ```
///
/// ```
/// use layout_core::Swizzle;
/// let sw: Swizzle = "Sw<2,0,3>".parse()?;
/// let row = |y: i64| [0, 1, 2, 3].map(|x| sw.apply(8 * y + x) - 8 * y);
/// assert_eq!([row(0), row(1)], [[0, 1, 2, 3], [1, 0, 3, 2]]);
/// assert_eq!([row(2), row(3)], [[2, 3, 0, 1], [3, 2, 1, 0]]);
/// # Ok::<(), layout_core::LayoutError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Swizzle {
    bits: u32,
    base: u32,
    shift: i32,
}

/// An offset has bits `0..WIDTH` below its sign.
pub(crate) const WIDTH: i64 = 63;

impl Swizzle {
    /// Swaps nothing.
    pub const IDENTITY: Self = Self { bits: 0, base: 0, shift: 0 };

    /// `Sw<bits,base,shift>`; refused unless `bits` and `base` are 0 or more, `|shift| >= bits` and
    /// `base + bits + |shift| <= 63`.
    ///
    /// ```
    /// use layout_core::Swizzle;
    /// assert_eq!(
    ///     Swizzle::new(5, 2, -2).unwrap_err().to_string(),
    ///     "no swizzle Sw<5,2,-2>: its 5 bits would be read and changed at once, a shift of -2 is too small"
    /// );
    /// ```
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

    /// The swizzle that reads the bits `from` and changes the bits `onto`, each a run of equally many
    /// ones; `None` when there is none.
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

    /// `B`, how many bits.
    pub const fn bits(&self) -> u32 {
        self.bits
    }

    /// `M`, the lowest bit that takes part: `2^M` neighbours stay together.
    pub const fn base(&self) -> u32 {
        self.base
    }

    /// `S`, by how many places the bits read are above those changed.
    pub const fn shift(&self) -> i32 {
        self.shift
    }

    /// `Y`, the bits that are read.
    pub const fn from_mask(&self) -> i64 {
        self.mask(if self.shift > 0 { self.shift as u32 } else { 0 })
    }

    /// `Z`, the bits that are changed.
    pub const fn onto_mask(&self) -> i64 {
        self.mask(if self.shift < 0 { self.shift.unsigned_abs() } else { 0 })
    }

    const fn mask(&self, above: u32) -> i64 {
        (((1_u64 << self.bits) - 1) << (self.base + above)) as i64
    }

    /// Bits from this one on stay as they are: the swizzle commutes with adding multiples of
    /// `2^(M+B+|S|)`.
    #[doc(hidden)]
    pub const fn end(&self) -> u32 {
        self.base + self.bits + self.shift.unsigned_abs()
    }

    /// `==` in `const`.
    pub const fn equals(&self, other: &Self) -> bool {
        self.bits == other.bits && self.base == other.base && self.shift == other.shift
    }

    /// Whether it changes nothing, `B = 0`.
    pub const fn is_identity(&self) -> bool {
        self.bits == 0
    }

    /// The swizzled offset, of the same sign.
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

    /// This swizzle after `first`, for equal shifts: the bits of both. (CuTe: `composition`.)
    ///
    /// Refused when the shifts differ, when `first` changes bits that this one reads, and when the
    /// bits of both are no run.
    ///
    /// ```
    /// use layout_core::Swizzle;
    /// let (upper, lower) = (Swizzle::new(1, 2, 3)?, Swizzle::new(2, 0, 3)?);
    /// assert_eq!(upper.after(&lower)?.to_string(), "Sw<3,0,3>");
    /// assert_eq!(upper.after(&upper)?.to_string(), "Sw<0,0,3>");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
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

    /// An interval that holds `apply(x)` for every `least <= x <= greatest`; its upper end is reached
    /// by some `0 <= x <= greatest`.
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
            // `x` has the bits of `most` above this one, a 0 here, and any bits below.
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

    /// The greatest `apply(head | x)` over all `x` of the bits `free`, which are the lowest.
    const fn greatest_below(&self, head: i64, free: i64) -> i64 {
        if self.shift >= 0 {
            return self.apply(head) | free;
        }
        // A free bit that is xored onto one of the head makes that a 1, whatever it is itself.
        let up = self.shift.unsigned_abs();
        let met = (self.from_mask() & free) << up & !free;
        let spent = (met & head) >> up;
        (self.apply(head) | met) & !free | free & !spent
    }

    /// Whether `0..size` is mapped onto itself.
    pub(crate) const fn keeps(&self, size: i64) -> bool {
        size <= 0 || self.greatest(size - 1) < size
    }

    pub(crate) const fn write(&self, text: &mut Text) {
        text.str("Sw<");
        text.integer(self.bits as i64);
        text.char(',');
        text.integer(self.base as i64);
        text.char(',');
        text.integer(self.shift as i64);
        text.char('>');
    }
}

impl fmt::Display for Swizzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = Text::EMPTY;
        self.write(&mut text);
        text.fmt(f)
    }
}

impl fmt::Debug for Swizzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
