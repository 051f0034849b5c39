//! [`Format`]: the numbers of an element of at most 8 bits, and its conversions from and to `f32` by them.
//!
//! ```text
//! value of a float      (-1)^s * 2^(E - bias) * 1.M              E > 0
//!                       (-1)^s * 2^(1 - bias) * 0.M              E = 0
//! ```
//!
//! Both directions are a few integer and float instructions without a branch, so a loop over them becomes vector code:
//!
//! 1. `decode` moves exponent and mantissa to their places in an `f32`, and adds the difference of the biases to the exponent. Below
//!    `2^(1 - bias)` it subtracts the leading 1 as a float. Neither step has a subnormal `f32`, which processors compute slowly.
//! 2. `encode` rounds a normal value by adding half of the last place to its bits; the carry moves into the exponent. Below
//!    `2^(1 - bias)` it adds a power of two whose last place is the step there, so the addition of floats rounds.

/// The numbers of a format of at most 8 bits.
///
/// | | bits | exponent | mantissa | bias | greatest | source |
/// |---|---|---|---|---|---|---|
/// | `F4E2M1` | 4 | 2 | 1 | 1 | 6 | OCP MX 1.0 |
/// | `F6E2M3` | 6 | 2 | 3 | 1 | 7.5 | OCP MX 1.0 |
/// | `F6E3M2` | 6 | 3 | 2 | 3 | 28 | OCP MX 1.0 |
/// | `F8E4M3` | 8 | 4 | 3 | 7 | 448 | OCP OFP8 1.0 |
/// | `F8E5M2` | 8 | 5 | 2 | 15 | 57344 | OCP OFP8 1.0 |
/// | `F8E4M3Fnuz` | 8 | 4 | 3 | 8 | 240 | AMD CDNA 3 ISA |
/// | `F8E5M2Fnuz` | 8 | 5 | 2 | 16 | 57344 | AMD CDNA 3 ISA |
/// | `F8E8M0` | 8 | 8 | 0 | 127 | 2^127 | OCP MX 1.0 |
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// An integer, in two's complement if it is signed.
    #[allow(missing_docs, reason = "stated above")]
    Integer { bits: u32, signed: bool },
    /// A float with a sign.
    Float {
        /// The bits of the exponent.
        exponent: u32,
        /// The bits of the mantissa.
        mantissa: u32,
        /// The exponent of 1.
        bias: i32,
        /// The codes that are not numbers.
        special: Special,
    },
    /// `2^(code - 127)` without a sign and without 0. The code 255 is NaN.
    PowerOfTwo,
}

/// The codes of a float that are not numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Special {
    /// None: each code is a number.
    None,
    /// The greatest magnitude is NaN, of both signs; no infinity. The suffix `fn` of other libraries.
    OneNan,
    /// The greatest exponent is infinity, with a mantissa NaN: IEEE 754.
    Ieee,
    /// Negative zero is NaN; no infinity and no negative zero. The suffix `fnuz`.
    NegativeZero,
}

/// The bits of an `f32` without its sign.
const MAGNITUDE: u32 = 0x7FFF_FFFF;
const INFINITY: u32 = 0x7F80_0000;

/// `2^exponent`.
const fn power(exponent: i32) -> f32 {
    f32::from_bits(((exponent + 127) as u32) << 23)
}

impl Format {
    /// The number of bits.
    ///
    /// ```
    /// use static_layout_formats::element::*;
    /// assert_eq!(F6E2M3::FORMAT.bits(), 6);
    /// ```
    pub const fn bits(self) -> u32 {
        match self {
            Format::Integer { bits, .. } => bits,
            Format::Float { exponent, mantissa, .. } => 1 + exponent + mantissa,
            Format::PowerOfTwo => 8,
        }
    }

    /// The code of the greatest finite value.
    pub(super) const fn greatest(self) -> u32 {
        match self {
            Format::Integer { bits, signed } => (1 << (bits - signed as u32)) - 1,
            Format::Float { exponent, mantissa, special, .. } => {
                let last = (1 << (exponent + mantissa)) - 1;
                match special {
                    Special::None | Special::NegativeZero => last,
                    Special::OneNan => last - 1,
                    Special::Ieee => last - (1 << mantissa),
                }
            }
            Format::PowerOfTwo => 254,
        }
    }

    /// The value of a code, which is below `2^bits`.
    #[inline(always)]
    pub(crate) const fn decode(self, code: u32) -> f32 {
        match self {
            Format::Integer { bits, signed } => {
                let unused = 32 - bits;
                let value = (code << unused) as i32 >> unused;
                if signed { value as f32 } else { code as f32 }
            }
            Format::Float { exponent, mantissa, bias, special } => {
                let (width, zeros) = (exponent + mantissa, 23 - mantissa);
                let magnitude = code & ((1 << width) - 1);
                let leading = (magnitude << zeros) + power(1 - bias).to_bits();
                let small = f32::from_bits(leading) - power(1 - bias);
                let is_small = magnitude < 1 << mantissa;
                let mut value = if is_small { small } else { f32::from_bits(leading - (1 << 23)) };
                match special {
                    Special::None => {}
                    Special::OneNan => {
                        if magnitude == (1 << width) - 1 {
                            value = f32::NAN;
                        }
                    }
                    Special::Ieee => {
                        let first = ((1 << exponent) - 1) << mantissa;
                        if magnitude >= first {
                            value = if magnitude == first { f32::INFINITY } else { f32::NAN };
                        }
                    }
                    Special::NegativeZero => {
                        if code == 1 << width {
                            value = f32::NAN;
                        }
                    }
                }
                f32::from_bits(value.to_bits() | code >> width << 31)
            }
            // 2^-127 is below the normal numbers of f32.
            Format::PowerOfTwo if code == 0 => f32::from_bits(1 << 22),
            Format::PowerOfTwo if code == 255 => f32::NAN,
            Format::PowerOfTwo => f32::from_bits(code << 23),
        }
    }

    /// The code of the nearest value. `saturate` is whether a number past the greatest value becomes this one.
    #[inline(always)]
    pub(crate) const fn encode(self, x: f32, saturate: bool) -> u32 {
        let (sign, magnitude) = (x.to_bits() >> 31, x.to_bits() & MAGNITUDE);
        match self {
            Format::Integer { bits, signed } if saturate => {
                let greatest = self.greatest() as f32;
                let least = if signed { -greatest - 1.0 } else { 0.0 };
                // Comparisons with NaN are false.
                let inside = if x > least { x } else { least };
                let inside = if inside < greatest { inside } else { greatest };
                let inside = if magnitude > INFINITY { 0.0 } else { inside };
                // The last place of 1.5 * 2^23 is 1.
                (inside + 12_582_912.0).to_bits() & ((1 << bits) - 1)
            }
            Format::Integer { bits, .. } => {
                // From 2^31 on, the low bits of an f32 are 0.
                let value = if magnitude < power(31).to_bits() { x as i32 } else { 0 };
                value as u32 & ((1 << bits) - 1)
            }
            Format::Float { exponent, mantissa, bias, special } => {
                let (width, dropped) = (exponent + mantissa, 23 - mantissa);
                let half = (1 << (dropped - 1)) - 1 + (magnitude >> dropped & 1);
                let normal = (magnitude.wrapping_add(half) >> dropped)
                    .wrapping_sub(((127 - bias) as u32) << mantissa);
                // The last place of `step` is the step between the values below 2^(1 - bias).
                let step = power(24 - bias - mantissa as i32);
                let small =
                    (f32::from_bits(magnitude) + step).to_bits().wrapping_sub(step.to_bits());
                let is_small = magnitude < power(1 - bias).to_bits();
                let mut code = if is_small { small } else { normal };
                let (greatest, is_nan) = (self.greatest(), magnitude > INFINITY);
                let past = match special {
                    Special::None => greatest,
                    Special::OneNan => (1 << width) - 1,
                    Special::Ieee => ((1 << exponent) - 1) << mantissa,
                    Special::NegativeZero => 1 << width,
                };
                if code > greatest {
                    code = if saturate { greatest } else { past };
                }
                let (nan, sign_of_nan) = match special {
                    Special::None if saturate => (greatest, 0),
                    Special::None => (0, 1 - sign),
                    Special::OneNan | Special::NegativeZero => (past, sign),
                    Special::Ieee => (past | 1 << (mantissa - 1), sign),
                };
                let mut sign = sign;
                if is_nan {
                    (code, sign) = (nan, sign_of_nan);
                }
                // Zero has no sign, and NaN is its negative.
                if matches!(special, Special::NegativeZero) && (code == 0 || code == 1 << width) {
                    sign = 0;
                }
                code | sign << width
            }
            Format::PowerOfTwo => {
                let is_negative = sign == 1 && (magnitude > 0 || !saturate);
                if is_negative || magnitude > INFINITY || (!saturate && magnitude == 0) {
                    return 255;
                }
                // Halves round up: 1.5 is nearest to 1 and 2, and becomes 2.
                let code = if magnitude >= 1 << 23 {
                    (magnitude + (1 << 22)) >> 23
                } else if saturate {
                    (magnitude >= 3 << 21) as u32
                } else {
                    // ml_dtypes: up, of what is subnormal in f32.
                    (magnitude > 1 << 22) as u32
                };
                if code > 254 && saturate { 254 } else { code }
            }
        }
    }
}
