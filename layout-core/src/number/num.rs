//! The integer of a leaf, and arithmetic that returns an error on overflow.

use crate::error::Rule;
use crate::value::{Basis, MOST, Num};

/// The `?` operator for `const fn`, without conversion of the error.
macro_rules! tri {
    ($result:expr) => {
        match $result {
            Ok(value) => value,
            Err(rule) => return Err(rule),
        }
    };
}
pub(crate) use tri;

/// [`tri!`] for a result without a value, whose success `const` evaluation then does not unpack.
macro_rules! check {
    ($result:expr) => {
        if let Err(rule) = $result {
            return Err(rule);
        }
    };
}
pub(crate) use check;

/// [`Num::plain`] without a call, which `const` evaluation would make for each leaf.
macro_rules! plain {
    ($value:expr, $known:expr) => {
        $crate::value::Num { value: $value, known: $known, basis: $crate::value::basis::Basis(0) }
    };
}
pub(crate) use plain;

/// [`Num::times`] with `tri`, and without a call where both are known, without a basis, and the product is not a refusal.
macro_rules! times {
    ($a:expr, $b:expr) => {{
        let a = $a;
        let b = $b;
        let wide = a.value as i128 * b.value as i128;
        if a.known && b.known && a.basis.0 | b.basis.0 == 0 && wide as u128 <= MOST as u128 {
            plain!(wide as i64, true)
        } else {
            tri!(a.times(b))
        }
    }};
}
pub(crate) use times;

impl Num {
    pub(crate) const ZERO: Self = Self::known(0);
    pub(crate) const ONE: Self = Self::known(1);

    pub(crate) const fn known(value: i64) -> Self {
        Self::plain(value, true)
    }

    pub(crate) const fn unknown(value: i64) -> Self {
        Self::plain(value, false)
    }

    /// An integer without a basis.
    pub(crate) const fn plain(value: i64, known: bool) -> Self {
        Self { value, known, basis: Basis::NONE }
    }

    /// The refusal of a basis where a plain number is required.
    pub(crate) const fn is_unit(self) -> Rule {
        Rule::Unit { scale: self.value, basis: self.basis }
    }

    /// Whether the integer is known and equals `value`.
    pub(crate) const fn is(self, value: i64) -> bool {
        self.known && self.value == value
    }

    /// `self * other`. A known 0 times anything is a known 0.
    ///
    /// # Errors
    /// `Overflow`, and `Unit` where both factors have a basis.
    pub(crate) const fn times(self, other: Self) -> Result<Self, Rule> {
        let wide = self.value as i128 * other.value as i128;
        if wide > MOST as i128 || wide < -(MOST as i128) {
            return Err(Rule::Overflow { a: self.value, operator: '*', b: other.value });
        }
        let known =
            (self.known && (other.known || self.value == 0)) || (other.known && other.value == 0);
        if self.basis.0 | other.basis.0 == 0 {
            return Ok(plain!(wide as i64, known));
        }
        let basis = match (self.basis.is_none(), other.basis.is_none()) {
            _ if known && wide == 0 => Basis::NONE,
            (false, false) => return Err(other.is_unit()),
            (false, true) => self.basis,
            _ => other.basis,
        };
        Ok(Self { value: wide as i64, known, basis })
    }
}

/// `a * b`.
///
/// # Errors
/// `Overflow` beyond [`MOST`].
pub(crate) const fn multiply(a: i64, b: i64) -> Result<i64, Rule> {
    let wide = a as i128 * b as i128;
    if wide > MOST as i128 || wide < -(MOST as i128) {
        return Err(Rule::Overflow { a, operator: '*', b });
    }
    Ok(wide as i64)
}

/// `a + b`.
///
/// # Errors
/// `Overflow` beyond [`MOST`].
pub(crate) const fn add(a: i64, b: i64) -> Result<i64, Rule> {
    let wide = a as i128 + b as i128;
    if wide > MOST as i128 || wide < -(MOST as i128) {
        return Err(Rule::Overflow { a, operator: '+', b });
    }
    Ok(wide as i64)
}

/// `a * b`, or the nearest `i64`. In `const` this is one call, and `saturating_mul` four.
pub(crate) const fn saturating_multiply(a: i64, b: i64) -> i64 {
    let wide = a as i128 * b as i128;
    if wide > i64::MAX as i128 {
        i64::MAX
    } else if wide < i64::MIN as i128 {
        i64::MIN
    } else {
        wide as i64
    }
}

/// `ceil(a / b)` for `a >= 0`, `b > 0`.
pub(crate) const fn ceil_div(a: i64, b: i64) -> i64 {
    a / b + (a % b != 0) as i64
}

/// The gcd of any `a` and a positive `b`.
pub(crate) const fn gcd(mut a: i64, mut b: i64) -> i64 {
    while a != 0 {
        (a, b) = ((b % a).abs(), a);
    }
    if b < 0 { -b } else { b }
}
