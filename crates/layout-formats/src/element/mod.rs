//! Elements of at most 8 bits as values: integers of 1, 2 and 4 bits, the floats of OCP's microscaling formats and of 8 bits.
//!
//! ```
//! use static_layout_formats::element::*;
//! assert_eq!(F4E2M1::from_f32(1.4).to_f32(), 1.5);
//! assert_eq!(F4E2M1::from_f32(100.0).to_f32(), 6.0); // the greatest value
//! assert_eq!(F8E4M3::from_f32(-448.0).to_bits(), 0xFE);
//! assert_eq!(I4::from_f32(-2.5).to_string(), "-2"); // ties to even
//! assert_eq!(F8E8M0::from_bits(130).to_f32(), 8.0);
//! ```
//!
//! Each type is a row of numbers, a [`Format`]: `F4E2M1`, `F6E2M3`, `F6E3M2` and `F8E8M0` of *OCP Microscaling Formats (MX)
//! v1.0*, `F8E4M3` and `F8E5M2` of *OCP 8-bit Floating Point (OFP8) v1.0*, and the two types with the suffix `Fnuz` of AMD's
//! CDNA 3. A value occupies one byte in memory, its bits the low ones; packed views store `BITS` bits each.
//!
//! | conversion from `f32` | rounds | past the greatest value | NaN |
//! |---|---|---|---|
//! | [`from_f32`](PackedElement::from_f32) | to the nearest, ties to even | the greatest value: OCP's saturating mode | NaN, or the greatest value where there is none (PTX `cvt.satfinite`) |
//! | [`from_f32_nonsat`](PackedElement::from_f32_nonsat) | the same | infinity or NaN where there is one: OFP8's other mode | as `ml_dtypes` |
//!
//! `from_f32_nonsat` is `astype` of the Python package `ml_dtypes` for every `f32`: tests compare each code, and each midpoint
//! of two values with its neighbours. Three of its results are its own: NaN becomes the zero of the other sign in types without
//! NaN, integers are truncated and wrap around, and of `F8E8M0` ties and numbers below `2^-126` round up.
//!
//! Arithmetic is done in `f32`, which has each value exactly.

mod format;

pub use format::{Format, Special};

use core::cmp::Ordering;
use core::fmt;
use core::hash::Hash;

mod sealed {
    pub trait Sealed {}
}

/// A value of at most 8 bits.
///
/// Only the types of this module implement it: views of packed elements rely on `BITS`.
///
/// ```
/// use static_layout_formats::element::*;
/// fn greatest<E: PackedElement>() -> f32 {
///     E::values().iter().map(|e| e.to_f32()).fold(0.0, f32::max)
/// }
/// assert_eq!([greatest::<F4E2M1>(), greatest::<F6E3M2>(), greatest::<F8E4M3>()], [6.0, 28.0, 448.0]);
/// ```
pub trait PackedElement:
    Copy + fmt::Debug + fmt::Display + PartialEq + PartialOrd + Send + Sync + sealed::Sealed + 'static
{
    /// The numbers of the format.
    const FORMAT: Format;
    /// The number of bits of a value in packed memory: 1, 2, 4, 6 or 8.
    const BITS: usize = Self::FORMAT.bits() as usize;
    /// The name in lower case: `f4e2m1`.
    const NAME: &'static str;

    /// The value of the low `BITS` bits. The others do not count.
    fn from_bits(bits: u8) -> Self;
    /// The bits, below `2^BITS`.
    fn to_bits(self) -> u8;
    /// All values, by their bits.
    ///
    /// ```
    /// use static_layout_formats::element::*;
    /// assert_eq!(U2::values().len(), 4);
    /// assert_eq!(F6E2M3::values()[31], F6E2M3::from_f32(7.5));
    /// ```
    fn values() -> &'static [Self];

    /// The value as an `f32`, exactly.
    #[inline(always)]
    fn to_f32(self) -> f32 {
        Self::FORMAT.decode(u32::from(self.to_bits()))
    }

    /// The nearest value, ties to even; past the greatest or least finite value, this value.
    ///
    /// NaN becomes NaN; in a type without NaN, the greatest value, or 0 of an integer. `F8E8M0` has no sign and no 0: a
    /// negative number becomes NaN, 0 the least value, and ties are rounded up.
    ///
    /// ```
    /// use static_layout_formats::element::*;
    /// assert_eq!(F8E5M2::from_f32(f32::INFINITY).to_f32(), 57344.0);
    /// assert_eq!(F4E2M1::from_f32(f32::NAN).to_f32(), 6.0);
    /// assert_eq!((I4::from_f32(9.0).to_f32(), U4::from_f32(-1.0).to_f32()), (7.0, 0.0));
    /// ```
    #[inline(always)]
    fn from_f32(x: f32) -> Self {
        Self::from_bits(Self::FORMAT.encode(x, true) as u8)
    }

    /// The nearest value, ties to even, without saturation: as `astype` of `ml_dtypes`.
    ///
    /// Past the greatest value it is infinity (`F8E5M2`) or NaN (the other types of 8 bits); `F4E2M1`, `F6E2M3` and `F6E3M2`,
    /// which have neither, saturate. Integers are truncated and wrap around.
    ///
    /// ```
    /// use static_layout_formats::element::*;
    /// assert_eq!(F8E5M2::from_f32_nonsat(1e9).to_f32(), f32::INFINITY);
    /// assert!(F8E4M3::from_f32_nonsat(465.0).to_f32().is_nan());
    /// assert_eq!(I4::from_f32_nonsat(9.5).to_f32(), -7.0);
    /// ```
    #[inline(always)]
    fn from_f32_nonsat(x: f32) -> Self {
        Self::from_bits(Self::FORMAT.encode(x, false) as u8)
    }
}

/// Defines the types: a row each, with its format.
macro_rules! elements {
    ($($(#[$doc:meta])* $Name:ident $name:literal, $kind:ident, $format:expr;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy)]
        #[repr(transparent)]
        pub struct $Name(u8);

        impl sealed::Sealed for $Name {}

        impl PackedElement for $Name {
            const FORMAT: Format = $format;
            const NAME: &'static str = $name;
            #[inline(always)]
            fn from_bits(bits: u8) -> Self {
                $Name((u32::from(bits) & ((1 << Self::FORMAT.bits()) - 1)) as u8)
            }
            #[inline(always)]
            fn to_bits(self) -> u8 {
                self.0
            }
            #[inline(always)]
            fn values() -> &'static [Self] {
                static VALUES: [$Name; 1 << $format.bits()] = {
                    let (mut values, mut k) = ([$Name(0); 1 << $format.bits()], 0);
                    while k < values.len() {
                        values[k] = $Name(k as u8);
                        k += 1;
                    }
                    values
                };
                &VALUES
            }
        }

        impl fmt::Display for $Name {
            /// The value, as an `f32` prints.
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(&self.to_f32(), f)
            }
        }
        impl fmt::Debug for $Name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{}({})", stringify!($Name), self.to_f32())
            }
        }
        impl From<$Name> for f32 {
            #[inline(always)]
            fn from(value: $Name) -> f32 {
                value.to_f32()
            }
        }
        compared! { $kind $Name }
    )*};
}

/// Implements comparisons: of integers total, of floats as `f32` compares.
macro_rules! compared {
    (float $Name:ident) => {
        impl PartialEq for $Name {
            /// Whether the values are equal, as floats compare: `-0 == 0`, and NaN equals nothing.
            #[inline(always)]
            fn eq(&self, other: &Self) -> bool {
                self.to_f32() == other.to_f32()
            }
        }
        impl PartialOrd for $Name {
            #[inline(always)]
            fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
                self.to_f32().partial_cmp(&other.to_f32())
            }
        }
    };
    (integer $Name:ident) => {
        impl PartialEq for $Name {
            #[inline(always)]
            fn eq(&self, other: &Self) -> bool {
                self.0 == other.0
            }
        }
        impl Eq for $Name {}
        impl Hash for $Name {
            fn hash<H: core::hash::Hasher>(&self, state: &mut H) {
                self.0.hash(state)
            }
        }
        impl Ord for $Name {
            #[inline(always)]
            fn cmp(&self, other: &Self) -> Ordering {
                (self.to_f32() as i32).cmp(&(other.to_f32() as i32))
            }
        }
        impl PartialOrd for $Name {
            #[inline(always)]
            fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
                Some(self.cmp(other))
            }
        }
    };
}

/// An unsigned integer.
const fn unsigned(bits: u32) -> Format {
    Format::Integer { bits, signed: false }
}
/// An integer in two's complement.
const fn signed(bits: u32) -> Format {
    Format::Integer { bits, signed: true }
}
const fn float(exponent: u32, mantissa: u32, bias: i32, special: Special) -> Format {
    Format::Float { exponent, mantissa, bias, special }
}

elements! {
    /// An integer of 1 bit: 0 or 1.
    U1 "u1", integer, unsigned(1);
    /// An integer of 2 bits: 0 to 3.
    U2 "u2", integer, unsigned(2);
    /// An integer of 4 bits: 0 to 15.
    U4 "u4", integer, unsigned(4);
    /// A signed integer of 2 bits: -2 to 1.
    I2 "i2", integer, signed(2);
    /// A signed integer of 4 bits: -8 to 7.
    I4 "i4", integer, signed(4);
    /// A float of 4 bits, E2M1: 0, 0.5, 1, 1.5, 2, 3, 4, 6, and their negatives. The element of MXFP4 and NVFP4.
    F4E2M1 "f4e2m1", float, float(2, 1, 1, Special::None);
    /// A float of 6 bits, E2M3: up to 7.5 in steps of 0.125 or more. An element of MXFP6.
    F6E2M3 "f6e2m3", float, float(2, 3, 1, Special::None);
    /// A float of 6 bits, E3M2: up to 28 in steps of 0.0625 or more. An element of MXFP6.
    F6E3M2 "f6e3m2", float, float(3, 2, 3, Special::None);
    /// A float of 8 bits, E4M3 of OFP8: up to 448, NaN, no infinity. `float8_e4m3fn` of other libraries.
    F8E4M3 "f8e4m3", float, float(4, 3, 7, Special::OneNan);
    /// A float of 8 bits, E4M3 with a bias of 8: up to 240, one NaN, no infinity and no negative zero. `float8_e4m3fnuz`.
    F8E4M3Fnuz "f8e4m3fnuz", float, float(4, 3, 8, Special::NegativeZero);
    /// A float of 8 bits, E5M2 of OFP8: up to 57344, infinities and NaN, as IEEE 754.
    F8E5M2 "f8e5m2", float, float(5, 2, 15, Special::Ieee);
    /// A float of 8 bits, E5M2 with a bias of 16: up to 57344, one NaN, no infinity and no negative zero. `float8_e5m2fnuz`.
    F8E5M2Fnuz "f8e5m2fnuz", float, float(5, 2, 16, Special::NegativeZero);
    /// A power of two of 8 bits, E8M0: `2^-127` to `2^127`, and NaN. The scale of the MX formats.
    F8E8M0 "f8e8m0", float, Format::PowerOfTwo;
}
