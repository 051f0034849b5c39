//! The integer of a leaf, and what is known of one that a program reads at run time.

use crate::value::Basis;

/// The largest extent, stride or offset: `isize::MAX`, the largest offset in memory. The smallest is `-MOST`.
///
/// `--cfg layout_core_64` makes it `i64::MAX` on every target, for programs that compute layouts of another machine's
/// memory. `static-layout`, whose views trust the bound, refuses to compile with it on targets of fewer bits.
pub(crate) const MOST: i64 = if cfg!(layout_core_64) { i64::MAX } else { isize::MAX as i64 };

/// An integer with two properties: `known` says whether a type contains it, `basis` what it counts in.
///
/// The form of a result, which is its type, depends on known integers only. An unknown integer still has a value, and
/// every rule checks that value.
#[derive(Clone, Copy)]
pub(crate) struct Num {
    pub(crate) value: i64,
    pub(crate) known: bool,
    /// The basis vector that the integer scales. It is always part of the form. A known 0 has none.
    pub(crate) basis: Basis,
}

/// What is known of a run-time integer: a divisor and a bound. `?{div=8}`, `?{i32}`, `?{div=8 <=4096}`.
///
/// ```
/// use layout_core::Facts;
/// let facts: Facts = "{div=8 <=4096}".parse()?;
/// assert_eq!((facts.divisor(), facts.most()), (8, 4096));
/// assert!(facts.check(64).is_ok());
/// assert_eq!(
///     facts.check(12).unwrap_err().to_string(),
///     "cannot make ?{div=8 <=4096}: 12 is not a multiple of 8"
/// );
/// // Facts follow arithmetic.
/// assert_eq!(facts.quotient(4).to_string(), "{div=2 <=1024}");
/// assert_eq!(facts.product(3).to_string(), "{div=24 <=12288}");
/// assert_eq!(facts.times(&Facts::new(2, 10)).to_string(), "{div=16 <=40960}");
/// # Ok::<(), layout_core::LayoutError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Facts {
    /// It divides the integer; 1 or more.
    pub(crate) divisor: i64,
    /// The integer is at most this.
    pub(crate) most: i64,
}
