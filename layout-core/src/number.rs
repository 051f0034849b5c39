//! A leaf: an integer, and whether the *form* of a result may depend on it.
//!
//! Every operation on types is checked by this crate in `const`, where a call costs far more than
//! arithmetic: what runs once a leaf is written out, in wide integers rather than checked ones.
//!
//! Nothing that a user gives overflows. What can pass the largest integer goes through `multiply`, `add`, `times`
//! or `i128`, and is refused. What is computed directly cannot:
//! * numbers of leaves, nodes, modes and bytes of text stay below capacities;
//! * of a layout that exists, products of extents are at most its size, and extents less 1 times strides, and
//!   sums of these, below its cosize, which `Layout::validate` finds to fit: so do the offset of a coordinate in
//!   range, and what is left of it;
//! * quotients and remainders are by extents and strides that were found to be positive;
//! * `i64::MIN`, which has no negative, stands for what is no integer, and is refused before;
//! * the bits of a swizzle end below 63: `Swizzle::checked`.
//!
//! `tests/properties/hostile.rs` asks everything of integers of all sizes, where overflow panics.

use crate::basis::Basis;
use crate::notation::error::Rule;

/// The largest integer of a shape, a stride or an offset, `2^63 - 1`, or `2^31 - 1` where pointers have 32 bits:
/// what can be an offset in memory. The smallest is its negative.
pub(crate) const MOST: i64 = isize::MAX as i64;

/// Returns the error of a `Result` from a `const fn`.
macro_rules! tri {
    ($result:expr) => {
        match $result {
            Ok(value) => value,
            Err(rule) => return Err(rule),
        }
    };
}
pub(crate) use tri;

/// An integer. The form of a result depends on known integers only; an unknown one has a value all
/// the same, and every rule is checked on it.
#[derive(Clone, Copy)]
pub(crate) struct Num {
    pub(crate) value: i64,
    pub(crate) known: bool,
    /// What it counts in. Always part of the form; a known 0 counts in nothing.
    pub(crate) basis: Basis,
}

impl Num {
    pub(crate) const ZERO: Self = Self::known(0);
    pub(crate) const ONE: Self = Self::known(1);

    pub(crate) const fn known(value: i64) -> Self {
        Self::plain(value, true)
    }

    pub(crate) const fn unknown(value: i64) -> Self {
        Self::plain(value, false)
    }

    /// An integer that counts in nothing.
    pub(crate) const fn plain(value: i64, known: bool) -> Self {
        Self { value, known, basis: Basis::NONE }
    }

    /// The refusal of a unit where a number is needed.
    pub(crate) const fn is_unit(self) -> Rule {
        Rule::Unit { scale: self.value, basis: self.basis }
    }

    /// Whether it is known to be `value`.
    pub(crate) const fn is(self, value: i64) -> bool {
        self.known && self.value == value
    }

    /// The product: a known zero times anything is a known zero. Two units have none.
    pub(crate) const fn times(self, other: Self) -> Result<Self, Rule> {
        let wide = self.value as i128 * other.value as i128;
        if wide > MOST as i128 || wide < -(MOST as i128) {
            return Err(Rule::Overflow { a: self.value, operator: '*', b: other.value });
        }
        let known =
            (self.known && (other.known || self.value == 0)) || (other.known && other.value == 0);
        if self.basis.is_none() && other.basis.is_none() {
            return Ok(Self::plain(wide as i64, known));
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

/// `a * b`, or the refusal.
pub(crate) const fn multiply(a: i64, b: i64) -> Result<i64, Rule> {
    let wide = a as i128 * b as i128;
    if wide > MOST as i128 || wide < -(MOST as i128) {
        return Err(Rule::Overflow { a, operator: '*', b });
    }
    Ok(wide as i64)
}

/// `a + b`, or the refusal.
pub(crate) const fn add(a: i64, b: i64) -> Result<i64, Rule> {
    let wide = a as i128 + b as i128;
    if wide > MOST as i128 || wide < -(MOST as i128) {
        return Err(Rule::Overflow { a, operator: '+', b });
    }
    Ok(wide as i64)
}

/// `ceil(a / b)` for `a >= 0`, `b > 0`.
pub(crate) const fn ceil_div(a: i64, b: i64) -> i64 {
    a / b + (a % b != 0) as i64
}
