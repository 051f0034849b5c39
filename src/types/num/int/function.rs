//! Binary functions and relations of integers, as types.

use super::{
    BoundLess, BoundUp, FactBranch, Int, ManyOf, ManyPlus, ManyTimes, Neg, Negative, One, Refused,
    rule,
};
use crate::types::num::Reduced;
use crate::types::num::long::{Monus, Rem};
use crate::types::num::octal::{N, O0, Oct, Z};
use crate::types::num::{Bool, Ternary, branch};
use typenum::{B0, B1};

/// A total function of two integers. For a sign where it has no meaning, its result is arbitrary: the `const` checks of
/// the operations reject such operands.
pub trait Function {
    /// `F(A, B)`.
    type Out<A: Oct, B: Oct>: Int;
    /// `F(-A, B)`.
    type NegL<A: Oct, B: Oct>: Int;
    /// `F(A, -B)`.
    type NegR<A: Oct, B: Oct>: Int;
    /// `F(-A, -B)`.
    type NegNeg<A: Oct, B: Oct>: Int;
    /// The result for the numeral `A` and a run-time integer of the same sign.
    type Half<A: Oct>: Int;
    /// The result for the numeral `A` and a run-time integer of different signs.
    type HalfNeg<A: Oct>: Int;
    /// The result for a run-time integer that `D` divides and that is at most `M`, and the numeral `B`.
    type ManyBy<D: Oct, M: Oct, B: Oct>: Int;
    /// The result for the numeral `A` and a run-time integer that `D` divides and that is at most `M`.
    type ByMany<A: Oct, D: Oct, M: Oct>: Int;
    /// The result for two run-time integers with the facts `D`, `M` and `E`, `P`.
    type ManyByMany<D: Oct, M: Oct, E: Oct, P: Oct>: Int;
    /// The result for two run-time integers of different signs.
    type RuntimeNeg: Int;
    /// The result for an operand in units of element `I`; `Q` is the result for the numbers of units.
    type InUnit<Q: Int, I: Oct>: Int;
}

/// A comparison of two integers.
pub trait Relation {
    /// Whether `A` is related to `B`.
    type Out<A: Oct, B: Oct>: Ternary;
    /// The outcome if the signs differ.
    type Mixed: Ternary;
    /// The outcome for a refused operand: selects the branch that keeps the operand in the result.
    type Refused: Ternary;
    /// The outcome for `A` and `B` units of one element.
    type Units<A: Int, B: Int>: Ternary;
}

macro_rules! functions {
    ($($(#[$doc:meta])* $name:ident = $ty:ty $(, of multiples of D up to M: $many:ty)?;)*) => {$(
        $(#[$doc])*
        #[derive(Debug)]
        pub struct $name;
        impl Function for $name {
            type ManyBy<D: Oct, M: Oct, B: Oct> = functions!(@many $($many)?);
            type ByMany<A: Oct, D: Oct, M: Oct> = usize;
            type ManyByMany<D: Oct, M: Oct, E: Oct, P: Oct> = usize;
            type Out<A: Oct, B: Oct> = $ty;
            type NegL<A: Oct, B: Oct> = Z;
            type NegR<A: Oct, B: Oct> = Z;
            type NegNeg<A: Oct, B: Oct> = Z;
            type Half<A: Oct> = usize;
            type HalfNeg<A: Oct> = usize;
            type RuntimeNeg = usize;
            type InUnit<Q: Int, I: Oct> = Refused<rule::Unit>;
        }
    )*};
    (@many) => { usize };
    (@many $many:ty) => { $many };
}
functions! {
    /// `a / b`. Refused unless `b` divides `a`.
    Quotient = B::ExactInto<A>, of multiples of D up to M: ManyOf<Reduced<D, B>, M::Div<B>>;
    /// `ceil(a / b)` of a positive `a`.
    Ceil = <<A::Dec as Oct>::Div<B> as Oct>::Inc, of multiples of D up to M:
        <<Rem<D, B> as Oct>::Zero as FactBranch>::Exact<D, BoundUp<M, B>, B>;
    /// `floor(a / b)`.
    Whole = A::Div<B>;
    /// `a mod b`.
    Mod = Rem<A, B>;
    /// `max(0, a - b)`.
    Difference = Monus<A, B>, of multiples of D up to M: ManyOf<One, BoundLess<M, B>>;
    /// `64 (a + 1) + b`: the rank of leaf `b` in an order, so no two leaves are equal.
    Rank = <N<N<A::Inc, O0>, O0> as Oct>::Add<B>;
    /// `2^a`.
    Power = A::Pow2;
    /// `a ^ b`, the exclusive or.
    Xor = <A as crate::types::num::xor::Xor>::Xor<B>;
    /// `floor(log2 a)`.
    Logarithm = A::Log2;
    /// `floor(a / b)`. Refused if `a < b`, where copies at a pitch of `b` would overlap.
    Gap = <A::Lt<B> as Bool>::OverlapOr<A::Div<B>>;
}

/// `a * b`. A static zero times anything is a static zero.
#[derive(Debug)]
pub struct Product;
impl Function for Product {
    type ManyBy<D: Oct, M: Oct, B: Oct> = <B::Zero as Bool>::ZeroOr<ManyTimes<D, M, B, B>>;
    type ByMany<A: Oct, D: Oct, M: Oct> = <A::Zero as Bool>::ZeroOr<ManyTimes<D, M, A, A>>;
    type ManyByMany<D: Oct, M: Oct, E: Oct, P: Oct> = ManyTimes<D, M, E, P>;
    type Out<A: Oct, B: Oct> = A::Mul<B>;
    type NegL<A: Oct, B: Oct> = <A::Mul<B> as Oct>::Negated;
    type NegR<A: Oct, B: Oct> = <A::Mul<B> as Oct>::Negated;
    type NegNeg<A: Oct, B: Oct> = A::Mul<B>;
    type Half<A: Oct> = <A::Zero as Bool>::ZeroOr<usize>;
    type HalfNeg<A: Oct> = <A::Zero as Bool>::ZeroOr<Negative>;
    type RuntimeNeg = Negative;
    type InUnit<Q: Int, I: Oct> = Q::InUnit<I>;
}

/// `a + b`, for offsets of static coordinates.
#[derive(Debug)]
pub struct Sum;
impl Function for Sum {
    // A static 0 adds nothing to the bound, and must not be added as a bound, because a bound of 0 means no bound.
    type ManyBy<D: Oct, M: Oct, B: Oct> = <B::Zero as FactBranch>::Sum<M, B>;
    type ByMany<A: Oct, D: Oct, M: Oct> = <A::Zero as FactBranch>::Sum<M, A>;
    type ManyByMany<D: Oct, M: Oct, E: Oct, P: Oct> = ManyPlus<M, P>;
    type Out<A: Oct, B: Oct> = A::Add<B>;
    type NegL<A: Oct, B: Oct> = <A::Lt<B> as Sign>::Minus<B, A>;
    type NegR<A: Oct, B: Oct> = <B::Lt<A> as Sign>::Minus<A, B>;
    type NegNeg<A: Oct, B: Oct> = Neg<A::Add<B>>;
    type Half<A: Oct> = usize;
    type HalfNeg<A: Oct> = usize;
    type RuntimeNeg = usize;
    type InUnit<Q: Int, I: Oct> = Refused<rule::Unit>;
}

branch! {
    /// Whether `B < A`.
    pub trait Sign {
        /// `A - B`.
        type Minus<A: Oct, B: Oct>: Int {
            Yes => A::Sub<B>,
            No | Unknown => <B::Sub<A> as Oct>::Negated,
        }
    }
}

macro_rules! relations {
    ($($(#[$doc:meta])* $name:ident = $ty:ty, $mixed:ty, $refused:ty, $units:ty;)*) => {$(
        $(#[$doc])*
        #[derive(Debug)]
        pub struct $name;
        impl Relation for $name {
            type Out<A: Oct, B: Oct> = $ty;
            type Mixed = $mixed;
            type Refused = $refused;
            type Units<A: Int, B: Int> = $units;
        }
    )*};
}
relations! {
    /// `a < b`.
    Less = A::Lt<B>, B0, B0, B0;
    /// `a <= b`.
    NotMore = A::Le<B>, B0, B1, B1;
    /// `a = b`.
    Equal = A::Eq<B>, B0, B0, A::Test<Equal, B>;
}
