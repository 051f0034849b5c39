//! Numbers that are const parameters, as in `upcast::<4>()`.

use super::octal::Oct;
use super::{Nat, Reduced};
use crate::layout::PlainLayout;
use typenum::{Const, ToUInt};

/// The number `N` of a const parameter: a bound `Count<N>:` [`Number`] lets generic code recast.
#[derive(Debug)]
pub struct Count<const N: usize>;
impl<const N: usize> Count<N> {
    /// `N` as `i64`; `i64::MIN`, which every rule of `layout_core` rejects, if it is past 2^63-1.
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
    /// The number in octal digits.
    #[doc(hidden)]
    type In: Oct;
    // These results are associated types of `Number`, so that generic code with the bound `Count<N>: Number` alone can
    // name them, and so that signature and body name one type, which the compiler evaluates once.
    /// `A` in groups of this many elements.
    #[doc(hidden)]
    type Upcast<A: PlainLayout>: PlainLayout;
    /// `A` with each element split into this many parts.
    #[doc(hidden)]
    type Downcast<A: PlainLayout>: PlainLayout;
    /// `A`, whose elements have this many bits, as a layout of elements of `New` bits.
    #[doc(hidden)]
    type Recast<A: PlainLayout, New: Number>: PlainLayout;
}
#[diagnostic::do_not_recommend]
impl<const N: usize> Number for Count<N>
where
    Const<N>: ToUInt,
    <Const<N> as ToUInt>::Output: Nat,
{
    type In = <<Const<N> as ToUInt>::Output as Nat>::Oct;
    type Upcast<A: PlainLayout> = A::Upcast<Self::In>;
    type Downcast<A: PlainLayout> = A::Downcast<Self::In>;
    type Recast<A: PlainLayout, New: Number> =
        A::Recast<Reduced<New::In, Self::In>, Reduced<Self::In, New::In>>;
}
