//! Arithmetic of numerals, for generic code.
//!
//! `{const BM * BN / 2}` in a macro means [`Quotient`]`<`[`Product`]`<`[`Numeral`]`<BM>, Numeral<BN>>, U2>`. `A`, `B`
//! and the result are numerals such as typenum's `U4`.
//!
//! ```
//! use static_layout::*;
//! fn halves<const N: usize>() -> Layout!((2, {const N / 2}))
//! where
//!     Extent<N>: Static,
//! {
//!     layout!((2, {const N / 2}))
//! }
//! assert_eq!(halves::<16>().to_string(), "(2,8):(1,2)");
//! ```
//!
//! [`Numeral`]: crate::Numeral

use super::int::{self, Int, Leaf, Map, Neg, One};

/// `A + B`.
pub type Sum<A, B> = Of<int::Sum, A, B>;
/// `A - B`. A negative number is not an extent.
pub type Difference<A, B> = Of<int::Minus, A, B>;
/// `A * B`.
pub type Product<A, B> = Of<int::Product, A, B>;
/// `floor(A / B)`, as Rust's `A / B`. Refused if `B` is 0.
pub type Quotient<A, B> = Of<int::FloorOf, A, B>;
/// `A mod B`, as Rust's `A % B`. Refused if `B` is 0.
pub type Remainder<A, B> = Of<int::ModOf, A, B>;
/// `ceil(A / B)`, as Rust's `A.div_ceil(B)`. Refused if `B` is 0.
pub type CeilQuotient<A, B> = Of<int::CeilOf, A, B>;
/// The smaller number.
pub type Minimum<A, B> = Of<int::Min, A, B>;
/// The greater number.
pub type Maximum<A, B> = Of<int::Max, A, B>;

type Of<F, A, B> = <Map<F, <A as Leaf>::In, <B as Leaf>::In> as Int>::Leaf;

/// `-T`.
pub type Negated<T> = <Map<int::Product, <T as Leaf>::In, Neg<One>> as Int>::Leaf;
