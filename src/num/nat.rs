//! typenum's numerals: into octal digits and, through `Oct::Bin`, back.

use super::Conjure;
use super::octal::{N, O0, O1, O2, O3, O4, O5, O6, O7, Oct, Z};
use crate::int::Leaf;
use crate::tuple::IntTuple;
use layout_core as value;
use typenum::{B0, B1, UInt, UTerm, Unsigned};

/// A typenum numeral such as `U4`: a static natural number.
pub trait Nat: Leaf + Unsigned {
    /// The same number in octal digits.
    type Oct: Oct;
    /// The number. Not that of the digits, which the compiler would have to find first.
    const NUMBER: u64;
}

// Three bits are one octal digit, so each impl takes three.
macro_rules! nat {
    ($([$($t:ident)?] $n:ty, $oct:ty, $number:expr;)*) => {$(
        impl$(<$t: Nat>)? Nat for $n {
            type Oct = $oct;
            const NUMBER: u64 = $number;
        }
        // SAFETY: numerals are unit structs in unit structs.
        unsafe impl$(<$t: Nat>)? Conjure for $n {}
        impl$(<$t: Nat>)? IntTuple for $n {
            crate::tuple::leaf_tuple! { B1, B0 }
            const DESC: value::IntTuple = value::IntTuple::leaf(signed($number));
        }
        impl$(<$t: Nat>)? Leaf for $n {
            type In = $oct;
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
                super::conjure()
            }
        }
    )*};
}
nat! {
    [] UTerm, Z, 0;
    [] UInt<UTerm, B1>, N<Z, O1>, 1;
    [] UInt<UInt<UTerm, B1>, B0>, N<Z, O2>, 2;
    [] UInt<UInt<UTerm, B1>, B1>, N<Z, O3>, 3;
    [T] UInt<UInt<UInt<T, B0>, B0>, B0>, N<T::Oct, O0>, 8 * T::NUMBER;
    [T] UInt<UInt<UInt<T, B0>, B0>, B1>, N<T::Oct, O1>, 8 * T::NUMBER + 1;
    [T] UInt<UInt<UInt<T, B0>, B1>, B0>, N<T::Oct, O2>, 8 * T::NUMBER + 2;
    [T] UInt<UInt<UInt<T, B0>, B1>, B1>, N<T::Oct, O3>, 8 * T::NUMBER + 3;
    [T] UInt<UInt<UInt<T, B1>, B0>, B0>, N<T::Oct, O4>, 8 * T::NUMBER + 4;
    [T] UInt<UInt<UInt<T, B1>, B0>, B1>, N<T::Oct, O5>, 8 * T::NUMBER + 5;
    [T] UInt<UInt<UInt<T, B1>, B1>, B0>, N<T::Oct, O6>, 8 * T::NUMBER + 6;
    [T] UInt<UInt<UInt<T, B1>, B1>, B1>, N<T::Oct, O7>, 8 * T::NUMBER + 7;
}

/// The number as the algebra on plain integers has it.
pub(crate) const fn signed(value: u64) -> i64 {
    assert!(value <= i64::MAX as u64, "an integer above 2^63-1 is refused");
    value as i64
}
