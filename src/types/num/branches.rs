//! Branches of type functions: [`branch!`], and the list of all of them.
//!
//! A type function that depends on a property (`S` is 1) or on a comparison (`D < C`) is an associated type of a
//! *branch trait*, with one impl for each truth value. The compiler evaluates the chosen impl alone. A generic
//! selector `If<C, T, E>` would evaluate both `T` and `E` (43 % more compile time, measured on 3,000 types).
//!
//! [`Bool`](super::Bool) and [`Ternary`](super::Ternary) have every branch trait as a supertrait, so this file names
//! traits of all folders. Type functions must be total: for a `C: Bool` that a function only knows by this bound, the
//! compiler accepts `<C as MergeBranch>::Merge<..>` only if each `Bool` is a `MergeBranch`. A `where` clause instead
//! would appear in every signature that calls the function.

use super::Unknown;
use crate::types::num::int::{FactBranch, Overlaps, SameUnit, ShapeDivBranch, Sign, ZeroOr};
use crate::types::num::long::LongDivisionBranch;
use crate::types::{algebra, layout, tuple};
use typenum::{B0, B1};

/// Defines a branch trait as a table: for each function the result for `Yes`, `No` and `Unknown`.
///
/// `for Bool` implements the trait for `B1` (`Yes`) and `B0` (`No`), `for Ternary` for [`Unknown`] as well. Equal
/// results share a row: `No | Unknown`.
macro_rules! branch {
    ($(#[$meta:meta])* pub trait $name:ident for Bool { $($functions:tt)* }) => {
        $crate::types::num::branch! { @trait $(#[$meta])* $name { $($functions)* } }
        $crate::types::num::branch! { @impl Yes for typenum::B1, $name { $($functions)* } }
        $crate::types::num::branch! { @impl No for typenum::B0, $name { $($functions)* } }
    };
    ($(#[$meta:meta])* pub trait $name:ident for Ternary { $($functions:tt)* }) => {
        $crate::types::num::branch! { $(#[$meta])* pub trait $name for Bool { $($functions)* } }
        $crate::types::num::branch! { @impl Unknown for $crate::types::num::Unknown, $name { $($functions)* } }
    };
    (@trait $(#[$meta:meta])* $name:ident {$(
        $(#[$doc:meta])*
        type $function:ident<$($p:ident: $kind:ident),*>: $result:ident { $($rows:tt)* }
    )*}) => {
        $(#[$meta])*
        pub trait $name {$(
            $(#[$doc])*
            type $function<$($p: $kind),*>: $result;
        )*}
    };
    (@impl $case:ident for $value:ty, $name:ident {$(
        $(#[$doc:meta])*
        type $function:ident<$($p:ident: $kind:ident),*>: $result:ident { $($rows:tt)* }
    )*}) => {
        impl $name for $value {$(
            type $function<$($p: $kind),*> = $crate::types::num::branch!(@row $case $($rows)*);
        )*}
    };
    (@row Yes Yes $(| Unknown)? => $yes:ty, $($rest:tt)*) => { $yes };
    (@row No Yes $(| Unknown)? => $yes:ty, No $(| Unknown)? => $no:ty, $($rest:tt)*) => { $no };
    (@row Unknown Yes | Unknown => $unknown:ty, $($rest:tt)*) => { $unknown };
    (@row Unknown Yes => $yes:ty, No | Unknown => $unknown:ty,) => { $unknown };
    (@row Unknown Yes => $yes:ty, No => $no:ty, Unknown => $unknown:ty,) => { $unknown };
}
pub(crate) use branch;

/// Every branch on a property, such as `S::IsOne`. A run-time integer is not known to have the property: `No`.
pub trait BoolBranches:
    ZeroOr
    + Sign
    + ShapeDivBranch
    + Overlaps
    + FactBranch
    + SameUnit
    + LongDivisionBranch
    + algebra::AxisBranch
    + algebra::CoalesceBranch
    + algebra::FilterBranch
    + algebra::StartBranch
    + algebra::StrideBranch
    + algebra::PassedBranch
    + algebra::DigitsBranch
    + algebra::StepBranch
    + algebra::SingleBranch
    + algebra::OrderBranch
    + algebra::OneBranch
    + tuple::LastDigitBranch
    + tuple::UnitDigitBranch
    + algebra::RangeBranch
    + algebra::LeftBranch
    + algebra::RecastBranch
    + algebra::Direction
    + algebra::TileBranch
    + layout::SignOf
    + layout::WidthBranch
    + layout::ModeBranch
    + layout::GuardOf
{
}
impl BoolBranches for B0 {}
impl BoolBranches for B1 {}

/// Every branch on a comparison, such as `Test<Less, D, C>`, which is [`Unknown`] between run-time integers.
pub trait TernaryBranches:
    algebra::ContinuesBranch
    + algebra::MergeBranch
    + algebra::GapBranch
    + algebra::InsertBranch
    + algebra::UnitBranch
    + algebra::PassBranch
    + algebra::ReachBranch
    + algebra::EndBranch
    + algebra::PlaceBranch
    + algebra::BelowBranch
    + algebra::WithinBranch
    + algebra::GroupBranch
    + tuple::SortBranch
{
}
impl TernaryBranches for B0 {}
impl TernaryBranches for B1 {}
impl TernaryBranches for Unknown {}
