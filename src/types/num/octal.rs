//! Arithmetic on type-level natural numbers in octal digits.
//!
//! A numeral is [`Z`] (0) or [`N<T, O3>`](N) (`8 T + 3`). Its highest digit is not 0, so equal numbers are equal types.
//! Every function is total: each numeral has a result, although the result of `Sub` is meaningless if `R > Self`.
//!
//! # Why octal digits
//! The compiler pays for each projection `<A as Oct>::F<B>`, and nests as many of them as a number has digits. The
//! nesting counts towards `recursion_limit` (128 by default) on top of the nesting of the layout function that needs
//! the number. A 64-bit number has 22 octal digits, where typenum's binary numerals have 64 bits. More values for each
//! digit would need longer tables: the step of a sum has one entry for each pair of digits. Three bits of a typenum
//! numeral are one octal digit, so conversion is one impl for each digit (`Nat::Oct`, and back `Oct::Bin`).
//!
//! # How a function is evaluated
//! There is one impl for `Z` and one for each lowest digit. A function of two numbers selects the impl of one of them,
//! then calls a function of the other number whose name holds the digit found. So a step compares no digits:
//!
//! ```text
//! (8T+5) + R           = R::Add5<T>                     N<T, O5>::Add<R>
//! (8G+5) + (8T+6)      = 8 (G+T+1) + 3                  N<T, O6>::Add5<G> = N<G::AddC<T>, O3>
//! ```
//!
//! | function | value (`k` is a digit) |
//! |---|---|
//! | `Add<R>`, `AddC<R>`, `Addk<G>` | `Self + R`, `Self + R + 1`, `Self + (8G + k)` |
//! | `Sub<R>`, `SubB<R>`, `Subk<H>`, `SubM<H>` | `Self - R`, `Self - R - 1`, `(8H + k) - Self`, `(8H - 1) - Self` |
//! | `Lt<R>`, `Le<R>`, `Thank<H>`, `ThanM<H>` | `Self < R`, `Self <= R`, `8H + k < Self`, `8H - 1 < Self` |
//! | `Eq<R>`, `Isk<H>` | `Self = R`, `Self = 8H + k` |
//! | `Timeskc` | `k Self + c`, where the carry `c` (the part that overflows into the next digit) is less than `k` |
//! | `Half`, `Quarter` | `floor(Self / 2)` and `floor(Self / 4)`: for `8T + e` they are `4T + e/2` and `2T + e/4` |
//! | `Bin`, `NegBin`, `Bink`, `NegBink` | typenum's numerals of `Self`, `-Self`, `8 Self + k`, `-(8 Self + k)` |
//!
//! # Product
//! Schoolbook, from the highest digit of the multiplier: `A::Mul<R>` is `R::MulBy<A>`.
//!
//! ```text
//! (8T+k)::MulBy<A> = T::MulTopk<A>:   k A + 8 (T A), where k A is `Timesk0` and `AddHigh<X>` adds 8 X
//! ```
//!
//! # Quotient with a rest
//! `A::Div<R>` is `floor(A / R)`. The divisor `8T + k` selects the way (`Into`, then `DivTopk` of `T`):
//!
//! ```text
//! k = 0                 drop the lowest digit of both numbers
//! T = 0, k = 1, 2, 4    A, Half, Quarter
//! T = 0, other k        short division: the state `Rkr<Q>` is the quotient so far and the remainder r
//! k = 2, 6 or 4         halve or quarter both numbers, then divide
//! k odd                 long division (`long.rs`), highest digit of A first
//! ```
//!
//! # Quotient without a rest
//! `R::ExactInto<A>` is `A / R`, or [`Indivisible`]. Its cases are the cases of `Div` (`ExactTopk`, `Over2`, `Over4`,
//! `Exact2`, `Exact4`, `Exact8`), but a digit that the power of two does not divide stops at once. For an odd lowest
//! digit `k`, `Lowk<B, Q>` finds the quotient from its lowest digit up, with one comparison for each digit instead of
//! three:
//!
//! ```text
//! Low(A, B, Q):                     B ends in k; k is its own inverse modulo 8
//!     if A = 0: return Q reversed   (`Onto`: the digits were found lowest first)
//!     q = k (A mod 8) mod 8         the only digit with q B = A modulo 8
//!     if A < q B: Indivisible       (`LongDivisionBranch`)
//!     Low((A - q B) / 8, B, Q then q)
//! ```
//!
//! The tables, a row for each function and digit, come from `layout-macros/src/octal.rs`.
#![allow(missing_docs, reason = "tables: the module's comment says what each function is")]
#![allow(clippy::identity_op, reason = "the digit 0 reads like the others")]
use super::long::{LongDiv, LongDivision, LongDivisionBranch};
use super::{Bool, Nat, StaticValue};
use crate::types::num::int::{Indivisible, Int, Leaf, Neg};
use typenum::{B0, B1, NInt, UInt, UTerm};
macro_rules! digits {
    ($($digit:ident $value:literal;)*) => {$(
        #[doc = concat!("The digit ", $value, ".")]
        #[derive(Debug)]
        pub struct $digit;
    )*};
}
digits! { O0 "0"; O1 "1"; O2 "2"; O3 "3"; O4 "4"; O5 "5"; O6 "6"; O7 "7"; }

/// The numeral 0, and the start of every other numeral.
#[derive(Clone, Copy, Debug, Default)]
pub struct Z;
/// The numeral `8 T + D`: the digits of `T`, then the digit `D`.
#[derive(Debug)]
pub struct N<T, D>(core::marker::PhantomData<(T, D)>);
// SAFETY: `Z` is a unit struct without an invariant, so it is not empty and any code may make its value.
unsafe impl StaticValue for Z {}
// SAFETY: `N` holds a `PhantomData` without an invariant, so it is not empty and any code may make its value.
unsafe impl<T: 'static, D: 'static> StaticValue for N<T, D> {}
impl<T, D> Copy for N<T, D> {}
impl<T, D> Clone for N<T, D> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<T, D> Default for N<T, D> {
    fn default() -> Self {
        N(core::marker::PhantomData)
    }
}

layout_macros::octal! {}
