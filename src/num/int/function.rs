//! The binary functions and relations of the algebra, as types.

use super::{Int, Neg, Negative, Overlaps, Refused, rule};
use crate::num::long::{Monus, Rem};
use crate::num::octal::{N, O0, Oct, Z};
use crate::num::{Ternary, branch};
use typenum::{B0, B1};

/// A total function of two integers. What has no meaning for a sign gets an arbitrary answer: the
/// judge refuses such operands before anyone sees the result.
pub trait Function {
    /// `F(A, B)`.
    type Out<A: Oct, B: Oct>: Int;
    /// `F(-A, B)`.
    type NegL<A: Oct, B: Oct>: Int;
    /// `F(A, -B)`.
    type NegR<A: Oct, B: Oct>: Int;
    /// `F(-A, -B)`.
    type NegNeg<A: Oct, B: Oct>: Int;
    /// One operand is the numeral `A`, the other a run-time number; the result is not negative.
    type Half<A: Oct>: Int;
    /// The same, with one sign negative.
    type HalfNeg<A: Oct>: Int;
    /// Two run-time numbers, one of them negative.
    type RuntimeNeg: Int;
    /// One operand counts units of element `I`; of the numbers it is `Q`.
    type InUnit<Q: Int, I: Oct>: Int;
}

/// A relation that is *known* to hold or not.
pub trait Relation {
    /// Whether `A` is related to `B`.
    type Out<A: Oct, B: Oct>: Ternary;
    /// The answer when the signs differ.
    type Mixed: Ternary;
    /// The answer for a refused operand: the branch that keeps it in the result.
    type Refused: Ternary;
    /// The answer for `A` and `B` units of one element.
    type Units<A: Int, B: Int>: Ternary;
}

macro_rules! functions {
    ($($(#[$doc:meta])* $name:ident = $ty:ty;)*) => {$(
        $(#[$doc])*
        #[derive(Debug)]
        pub struct $name;
        impl Function for $name {
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
}
functions! {
    /// `a / b` when nothing is left over; otherwise refused.
    Quotient = B::ExactInto<A>;
    /// `ceil(a / b)` of a positive `a`.
    Ceil = <<A::Dec as Oct>::Div<B> as Oct>::Inc;
    /// `floor(a / b)`.
    Whole = A::Div<B>;
    /// `a mod b`.
    Mod = Rem<A, B>;
    /// `a - b`, or 0.
    Difference = Monus<A, B>;
    /// `64 (a + 1) + b`: the rank of leaf `b` in an order, so that no two leaves are equal.
    Rank = <N<N<A::Inc, O0>, O0> as Oct>::Add<B>;
    /// `2^a`.
    Power = A::Pow2;
    /// The bits that are in one of `a` and `b`.
    Xor = <A as crate::num::xor::Xor>::Xor<B>;
    /// The number of the highest bit of `a`.
    Logarithm = A::Log2;
    /// `floor(a / b)` of an `a` that is not below `b`: how often a pitch of `b` fits below `a`.
    Gap = <A::Lt<B> as Overlaps>::OrOverlap<A::Div<B>>;
}

/// `a * b`. A static zero times anything is a static zero.
#[derive(Debug)]
pub struct Product;
impl Function for Product {
    type Out<A: Oct, B: Oct> = A::Mul<B>;
    type NegL<A: Oct, B: Oct> = <A::Mul<B> as Oct>::Negated;
    type NegR<A: Oct, B: Oct> = <A::Mul<B> as Oct>::Negated;
    type NegNeg<A: Oct, B: Oct> = A::Mul<B>;
    type Half<A: Oct> = <A::Zero as ZeroOr>::Or<usize>;
    type HalfNeg<A: Oct> = <A::Zero as ZeroOr>::Or<Negative>;
    type RuntimeNeg = Negative;
    type InUnit<Q: Int, I: Oct> = Q::InUnit<I>;
}

/// `a + b`, for offsets of static coordinates.
#[derive(Debug)]
pub struct Sum;
impl Function for Sum {
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
    /// `Self` or, for a known zero, zero.
    pub trait ZeroOr for Bool {
        /// That integer.
        type Or<R: Int>: Int {
            Yes => Z,
            No => R,
        }
    }
}

branch! {
    /// `A - B`, when this says whether `B < A`.
    pub trait Sign for Bool {
        /// The difference.
        type Minus<A: Oct, B: Oct>: Int {
            Yes => A::Sub<B>,
            No => <B::Sub<A> as Oct>::Negated,
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
