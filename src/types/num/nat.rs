//! typenum's numerals, and their conversion to octal digits. `Oct::Bin` converts back.

use super::octal::{N, O0, O1, O2, O3, O4, O5, O6, O7, Oct, Z};
use super::{Reduced, StaticValue};
use crate::types::algebra::AxisMask;
use crate::types::layout::PlainLayout;
use crate::types::num::int::Leaf;
use crate::types::tuple::IntTuple;
use layout_core as value;
use typenum::{B0, B1, UInt, UTerm, Unsigned};

/// A typenum numeral such as `U4`: a static natural number.
pub trait Nat: Leaf + Unsigned + AxisMask {
    /// The number in octal digits.
    #[doc(hidden)]
    type Oct: Oct;
    // These results are associated types, so signature and body name one type, which the compiler evaluates once.
    /// `A` in groups of this many elements.
    #[doc(hidden)]
    type Upcast<A: PlainLayout>: PlainLayout;
    /// `A` with each element split into this many parts.
    #[doc(hidden)]
    type Downcast<A: PlainLayout>: PlainLayout;
    /// `A`, whose elements have this many bits, as a layout of elements of `New` bits.
    #[doc(hidden)]
    type Recast<A: PlainLayout, New: Nat>: PlainLayout;
    /// The number. `Oct::VALUE` also has it, but costs the compiler the conversion to octal digits.
    const NUMBER: u64;
}

/// `8 * T + digit`, saturating. This is not a function, because the compiler would evaluate a call for each digit.
macro_rules! next {
    ($t:ty, $digit:literal) => {{
        let number = <$t>::NUMBER;
        if number >> 61 == 0 { 8 * number + $digit } else { u64::MAX }
    }};
}

// Three bits are one octal digit, so each impl takes three.
macro_rules! nat {
    ($([$($t:ident)?] $n:ty, $oct:ty, $number:expr, $cells:ty;)*) => {$(
        impl$(<$t: Nat>)? Nat for $n {
            type Oct = $oct;
            type Upcast<A: PlainLayout> = A::Upcast<$oct>;
            type Downcast<A: PlainLayout> = A::Downcast<$oct>;
            type Recast<A: PlainLayout, New: Nat> =
                A::Recast<Reduced<New::Oct, $oct>, Reduced<$oct, New::Oct>>;
            const NUMBER: u64 = $number;
        }
        // SAFETY: typenum's numerals are unit structs nested in unit structs, without an invariant: not empty, and any
        // code may make their values.
        #[doc(hidden)]
        unsafe impl$(<$t: Nat>)? StaticValue for $n {}
        #[diagnostic::do_not_recommend]
        impl$(<$t: Nat>)? IntTuple for $n {
            crate::types::tuple::leaf_tuple! { B1, B0 }
            const DESC: value::IntTuple = value::IntTuple::natural($number);
            const REFUSAL: Option<&'static str> = too_large($number);
        }
        #[diagnostic::do_not_recommend]
        impl$(<$t: Nat>)? Leaf for $n {
            type In = $oct;
            type Cells<X> = $cells;
            #[inline(always)]
            fn word(self) -> usize {
                <Self as Nat>::NUMBER as usize
            }
            #[inline(always)]
            fn value(self) -> i64 {
                signed(<Self as Nat>::NUMBER)
            }
            #[inline(always)]
            fn from_value(_: i64) -> Self {
                super::static_value()
            }
        }
    )*};
}
nat! {
    [] UTerm, Z, 0, [X; 0];
    [] UInt<UTerm, B1>, N<Z, O1>, 1, [X; 1];
    [] UInt<UInt<UTerm, B1>, B0>, N<Z, O2>, 2, [X; 2];
    [] UInt<UInt<UTerm, B1>, B1>, N<Z, O3>, 3, [X; 3];
    [T] UInt<UInt<UInt<T, B0>, B0>, B0>, N<T::Oct, O0>, next!(T, 0), EightTimes<T::Cells<X>, X, 0>;
    [T] UInt<UInt<UInt<T, B0>, B0>, B1>, N<T::Oct, O1>, next!(T, 1), EightTimes<T::Cells<X>, X, 1>;
    [T] UInt<UInt<UInt<T, B0>, B1>, B0>, N<T::Oct, O2>, next!(T, 2), EightTimes<T::Cells<X>, X, 2>;
    [T] UInt<UInt<UInt<T, B0>, B1>, B1>, N<T::Oct, O3>, next!(T, 3), EightTimes<T::Cells<X>, X, 3>;
    [T] UInt<UInt<UInt<T, B1>, B0>, B0>, N<T::Oct, O4>, next!(T, 4), EightTimes<T::Cells<X>, X, 4>;
    [T] UInt<UInt<UInt<T, B1>, B0>, B1>, N<T::Oct, O5>, next!(T, 5), EightTimes<T::Cells<X>, X, 5>;
    [T] UInt<UInt<UInt<T, B1>, B1>, B0>, N<T::Oct, O6>, next!(T, 6), EightTimes<T::Cells<X>, X, 6>;
    [T] UInt<UInt<UInt<T, B1>, B1>, B1>, N<T::Oct, O7>, next!(T, 7), EightTimes<T::Cells<X>, X, 7>;
}

/// An array of `8 n + D` elements `X`, where `E` is an array of `n` elements.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct EightTimes<E, X, const D: usize>([E; 8], [X; D]);

/// The number as `i64`; `i64::MIN`, which every rule of `layout_core` rejects, if it is too large.
pub(crate) const fn signed(value: u64) -> i64 {
    if value <= i64::MAX as u64 { value as i64 } else { i64::MIN }
}

const fn too_large(value: u64) -> Option<&'static str> {
    if value <= i64::MAX as u64 {
        None
    } else {
        Some("an integer is past 9223372036854775807 (2^63-1)")
    }
}
