//! What the macros expand to.

pub use crate::assertion::{
    AccessOf, constant, must_be_coalesced, must_be_conflict_free, must_be_same_function,
    must_equal, must_have_vector, show, solved,
};
use crate::int::Int;
use crate::types::Int as TypedInt;
pub use crate::types::check::stop;
pub use crate::types::{Negated, StaticValue, a_type_has_a_capital_letter, static_value};
use crate::{AnyLayout, IntTuple, Layout, Nat, Numeral, numeral, ops};

/// The proc macros to which the macros of this crate pass its path.
pub use layout_macros as macros;

/// The value of a numeral: its type is the number.
#[inline(always)]
#[layout_macros::at_caller]
pub const fn numeral<T: Int>(value: T) -> T {
    value
}

/// The stride `-magnitude`.
#[inline(always)]
#[layout_macros::at_caller]
pub fn negative<T: Int>(magnitude: T) -> Negated<T> {
    Int::from_value(magnitude.value().wrapping_neg())
}

/// `T` units of element `I` of a coordinate; 0 units are 0.
pub type Units<T, I> = <<<T as Int>::In as TypedInt>::InUnit<<I as Nat>::Oct> as TypedInt>::Leaf;

/// The numeral of any constant, made of the digits of its number to the base 512.
#[macro_export]
#[doc(hidden)]
macro_rules! __constant {
    ($($value:tt)*) => {
        $crate::__private::Constant<
            { $crate::__private::digit({ $($value)* }, 0) },
            { $crate::__private::digit({ $($value)* }, 1) },
            { $crate::__private::digit({ $($value)* }, 2) },
            { $crate::__private::digit({ $($value)* }, 3) },
            { $crate::__private::digit({ $($value)* }, 4) },
            { $crate::__private::digit({ $($value)* }, 5) },
            { $crate::__private::digit({ $($value)* }, 6) },
        >
    };
}
pub use crate::__constant as constant;

/// Digit `place` to the base 512.
pub const fn digit(value: usize, place: u32) -> usize {
    (value as u64 >> (9 * place) & 511) as usize
}

/// The numeral with these digits to the base 512, the lowest first.
pub type Constant<
    const A: usize,
    const B: usize,
    const C: usize,
    const D: usize,
    const E: usize,
    const F: usize,
    const G: usize,
> = Above<A, Above<B, Above<C, Above<D, Above<E, Above<F, Numeral<G>>>>>>>;

/// `512 * T + N`.
type Above<const N: usize, T> = numeral::Sum<numeral::Product<T, Numeral<512>>, Numeral<N>>;

/// A layout with run-time leaves, whose nesting the macro has checked. A call by hand that skips the check does not
/// compile:
///
/// ```compile_fail,E0080
/// // stride (?,?) is not congruent with shape ?
/// let _ = static_layout::__private::layout(2_usize, (1_usize, 1_000_000_usize));
/// ```
#[inline(always)]
#[track_caller]
#[layout_macros::at_caller]
pub fn layout<S: IntTuple, D: IntTuple>(shape: S, stride: D) -> Layout<S, D> {
    const { crate::types::check::nested_alike::<S, D>() };
    Layout::checked(shape, stride)
}

/// The only value of a static layout type with numbers past 32 bits: the target decides whether they are offsets.
#[cfg_attr(target_pointer_width = "32", doc = "```compile_fail,E0080")]
#[cfg_attr(target_pointer_width = "64", doc = "```")]
/// // cannot make 2:4294967296: an integer is past 2147483647
/// static_layout::layout!(2:4294967296);
/// ```
#[inline(always)]
#[layout_macros::at_caller]
pub const fn fitting<L: AnyLayout + StaticValue>() -> L {
    const { crate::types::check::fitting::<L>() };
    static_value()
}

/// `~a`: the gaps between the offsets of the layout, each repeated to the end of the mode above it.
#[inline(always)]
#[track_caller]
#[layout_macros::at_caller]
pub fn complement<A: AnyLayout>(a: A) -> ops::ComplementPadded<A, ops::Cosize<A>> {
    const { ops::complement_padded::check::<A, ops::Cosize<A>>() };
    ops::complement_padded::compute_or_panic(a, crate::types::check::cosize(a))
}

/// The types that the macros of types expand to. In the place of a value, the error of the compiler has this name. Without
/// aliases, it would also show the type.
pub mod a_value_has_a_small_letter {
    /// The extents of a shape.
    pub type Shape<S> = S;
    pub use crate::frames::Framed;
    pub use crate::ops::{ColMajor, Ordered, RowMajor};
    /// A layout.
    pub type Layout<S, D> = crate::Layout<S, D>;
    /// A tiler.
    pub type Tile<T> = crate::Tile<T>;
    /// A swizzled layout.
    pub type ComposedLayout<F, O, L> = crate::ComposedLayout<F, O, L>;
}

/// The type functions that the tests of numerals use; the tests are another crate.
pub mod numerals {
    pub use crate::types::{
        Bool, CeilOf, Equal, Euclid, Gap, Int, Less, Max, Min, Minus, Monus, NotMore, Oct, Power,
        Product, Rank, Rem, ShapeDiv, ShapeMod, Sum, Ternary, Xor,
    };
}
