//! Branches of type functions: [`branch!`], and the list of all of them.
//!
//! A type function that depends on a property (`S` is 1) or on a comparison (`D < C`) is an associated type of a
//! *branch trait*, with one impl for each outcome. A family has one branch trait, next to the functions that call it. The
//! compiler evaluates the chosen impl alone. A generic selector `If<C, T, E>` would evaluate both `T` and `E` (43 % more
//! compile time, measured on 3,000 types).
//!
//! [`Ternary`] has every branch trait as a supertrait, so this file names traits of all folders. Type functions must be
//! total: for a `C: Ternary` that a function only knows by this bound, the compiler accepts
//! `<C as CoalesceBranch>::Merge<..>` only if each `Ternary` is a `CoalesceBranch`. A `where` clause instead would appear
//! in every signature that calls the function.

use crate::types::num::int::{FactBranch, SameUnit, ShapeDivBranch, Sign};
use crate::types::num::long::LongDivisionBranch;
use crate::types::{algebra, layout, tuple};
use typenum::{B0, B1};

/// Defines a branch trait as a table: for each function the result for `Yes` (`B1`), `No` (`B0`) and [`Unknown`].
///
/// Equal results share a row: `No | Unknown`, which a function of a property has, because a run-time integer is not known to
/// have the property. A table without one of the three does not compile.
macro_rules! branch {
    ($(#[$meta:meta])* pub trait $name:ident { $($functions:tt)* }) => {
        $crate::types::num::branch! { @trait $(#[$meta])* $name { $($functions)* } }
        $crate::types::num::branch! { @impl Yes for typenum::B1, $name { $($functions)* } }
        $crate::types::num::branch! { @impl No for typenum::B0, $name { $($functions)* } }
        $crate::types::num::branch! { @impl Unknown for $crate::types::num::Unknown, $name { $($functions)* } }
    };
    (@trait $(#[$meta:meta])* $name:ident {$(
        $(#[$doc:meta])*
        type $function:ident$(<$($p:ident: $kind:ident),*>)?: $result:ident { $($rows:tt)* }
    )*}) => {
        $(#[$meta])*
        pub trait $name {$(
            $(#[$doc])*
            type $function$(<$($p: $kind),*>)?: $result;
        )*}
    };
    (@impl $case:ident for $value:ty, $name:ident {$(
        $(#[$doc:meta])*
        type $function:ident$(<$($p:ident: $kind:ident),*>)?: $result:ident { $($rows:tt)* }
    )*}) => {
        impl $name for $value {$(
            type $function$(<$($p: $kind),*>)? = $crate::types::num::branch!(@row $case $($rows)*);
        )*}
    };
    (@row Yes Yes $(| Unknown)? => $yes:ty, $($rest:tt)*) => { $yes };
    (@row No Yes $(| Unknown)? => $yes:ty, No $(| Unknown)? => $no:ty $(, $($rest:tt)*)?) => { $no };
    (@row Unknown Yes | Unknown => $unknown:ty, No => $no:ty $(,)?) => { $unknown };
    (@row Unknown Yes => $yes:ty, No | Unknown => $unknown:ty $(,)?) => { $unknown };
    (@row Unknown Yes => $yes:ty, No => $no:ty, Unknown => $unknown:ty $(,)?) => { $unknown };
    (@row $case:ident $($rows:tt)*) => {
        compile_error!(concat!("no row `", stringify!($case), "`: a branch has `Yes`, `No` and `Unknown` in this order"))
    };
}
pub(crate) use branch;

/// The outcome of a comparison: `B1`, `B0`, or `Unknown` if an operand is a run-time integer. It has every branch.
pub trait Ternary:
    Sign
    + ShapeDivBranch
    + FactBranch
    + SameUnit
    + LongDivisionBranch
    + algebra::AxisBranch
    + algebra::CoalesceBranch
    + algebra::GapBranch
    + algebra::ComposeBranch
    + algebra::StepBranch
    + algebra::OrderBranch
    + algebra::OneBranch
    + algebra::RangeBranch
    + algebra::RecastBranch
    + algebra::Direction
    + algebra::TileBranch
    + layout::OffsetBranch
    + layout::ModeBranch
    + tuple::DigitBranch
    + tuple::SortBranch
{
    /// The comparison is known to be false.
    const FAILS: bool = false;
}
impl Ternary for B0 {
    const FAILS: bool = true;
}
impl Ternary for B1 {}
impl Ternary for Unknown {}

/// The outcome of a comparison that only run time decides.
#[derive(Debug)]
pub struct Unknown;
