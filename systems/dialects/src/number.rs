//! Arithmetic that returns an error on overflow.

use layout_core::Rule;

/// The largest integer of a layout: the largest offset in memory.
const MOST: i128 = isize::MAX as i128;

/// `a * b`.
///
/// # Errors
/// [`Rule::Overflow`] if the absolute value exceeds [`isize::MAX`].
pub(crate) fn multiply(a: i64, b: i64) -> Result<i64, Rule> {
    let wide = i128::from(a) * i128::from(b);
    if wide.abs() > MOST { Err(Rule::Overflow { a, operator: '*', b }) } else { Ok(wide as i64) }
}

/// `a + b`.
///
/// # Errors
/// [`Rule::Overflow`] if the absolute value exceeds [`isize::MAX`].
pub(crate) fn add(a: i64, b: i64) -> Result<i64, Rule> {
    let wide = i128::from(a) + i128::from(b);
    if wide.abs() > MOST { Err(Rule::Overflow { a, operator: '+', b }) } else { Ok(wide as i64) }
}

/// `ceil(a / b)` for `a >= 0`, `b > 0`.
pub(crate) const fn ceil_div(a: i64, b: i64) -> i64 {
    a / b + (a % b != 0) as i64
}
