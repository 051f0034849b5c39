//! Numbers as const parameters (`upcast::<4>()`).

use super::Nat;
use super::octal::Oct;
use typenum::{Const, ToUInt};

/// The number `N` of a const parameter: a bound `Count<N>:` [`Number`] lets generic code recast.
#[derive(Debug)]
pub struct Count<const N: usize>;
impl<const N: usize> Count<N> {
    /// The number on plain integers; one past 2^63-1 becomes `i64::MIN`, which every rule refuses.
    pub(crate) const VALUE: i64 = if N > i64::MAX as usize { i64::MIN } else { N as i64 };
}

/// Numbers that have a numeral on stable Rust: 0 to 1024, and powers of 2 and of 10.
///
/// ```
/// use static_layout::*;
/// fn wider<L: PlainLayout, const N: usize>(l: L) -> ops::Upcast<L, N>
/// where
///     Count<N>: Number,
/// {
///     l.upcast::<N>()
/// }
/// assert_eq!(wider::<_, 4>(layout!((8, 3):(1, 8))).to_string(), "(2,3):(1,2)");
/// ```
#[diagnostic::on_unimplemented(
    message = "this number has no numeral",
    label = "const parameters are 0 to 1024, or a power of 2 or 10"
)]
pub trait Number {
    /// The same number in octal digits.
    #[doc(hidden)]
    type In: Oct;
}
#[diagnostic::do_not_recommend]
impl<const N: usize> Number for Count<N>
where
    Const<N>: ToUInt,
    <Const<N> as ToUInt>::Output: Nat,
{
    type In = <<Const<N> as ToUInt>::Output as Nat>::Oct;
}
