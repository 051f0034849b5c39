//! Functions of two extents: rounding division, minimum and maximum, difference.

use super::{Function, Indivisible, Int, One, Refused, Sign, rule};
use crate::types::num::int::Negative;
use crate::types::num::long::Rem;
use crate::types::num::octal::{Oct, Z};
use crate::types::num::{Bool, branch};

macro_rules! functions {
    ($($(#[$doc:meta])* $name:ident {
        $out:ty, $neg_l:ty, $neg_r:ty, $neg_neg:ty; $half_neg:ty
    })*) => {$(
        $(#[$doc])*
        #[derive(Debug)]
        pub struct $name;
        impl Function for $name {
            type InUnit<Q: Int, I: Oct> = Refused<rule::Unit>;
            type ManyBy<D: Oct, M: Oct, B: Oct> = usize;
            type ByMany<A: Oct, D: Oct, M: Oct> = usize;
            type ManyByMany<D: Oct, M: Oct, E: Oct, P: Oct> = usize;
            type Out<A: Oct, B: Oct> = $out;
            type NegL<A: Oct, B: Oct> = $neg_l;
            type NegR<A: Oct, B: Oct> = $neg_r;
            type NegNeg<A: Oct, B: Oct> = $neg_neg;
            type Half<A: Oct> = usize;
            type HalfNeg<A: Oct> = $half_neg;
            type RuntimeNeg = $half_neg;
        }
    )*};
}
functions! {
    /// `ceil(a / b)`. Refused unless one of the two divides the other.
    ShapeDiv {
        <A::Lt<B> as ShapeDivBranch>::Left<A, B>, Indivisible, Indivisible, Indivisible; usize
    }
    /// `min(a, b)`. Refused unless one of the two divides the other.
    ShapeMod {
        <A::Lt<B> as ShapeDivBranch>::Taken<A, B>, Indivisible, Indivisible, Indivisible; usize
    }
    /// `ceil(a / b)`. Refused if `b = 0`.
    CeilOf {
        <B::Zero as Bool>::RefusedOr<
            <A::Zero as Bool>::PickOct<Z, <<A::Dec as Oct>::Div<B> as Oct>::Inc>,
        >,
        Indivisible, Indivisible, Indivisible; usize
    }
    /// `floor(a / b)`. Refused if `b = 0`.
    FloorOf {
        <B::Zero as Bool>::RefusedOr<A::Div<B>>, Indivisible, Indivisible, Indivisible; usize
    }
    /// `a mod b`. Refused if `b = 0`.
    ModOf {
        <B::Zero as Bool>::RefusedOr<Rem<A, B>>, Indivisible, Indivisible, Indivisible; usize
    }
    /// `min(a, b)`.
    Min {
        <A::Lt<B> as Bool>::PickOct<A, B>, A::Negated, B::Negated,
        <<A::Lt<B> as Bool>::PickOct<B, A> as Oct>::Negated; Negative
    }
    /// `max(a, b)`.
    Max {
        <A::Lt<B> as Bool>::PickOct<B, A>, B, A,
        <<A::Lt<B> as Bool>::PickOct<A, B> as Oct>::Negated; usize
    }
    /// `a - b`.
    Minus {
        <B::Lt<A> as Sign>::Minus<A, B>, <A::Add<B> as Oct>::Negated, A::Add<B>,
        <A::Lt<B> as Sign>::Minus<B, A>; usize
    }
}

branch! {
    /// Whether `A < B`.
    pub trait ShapeDivBranch {
        /// [`ShapeDiv`] of `A` and `B`.
        type Left<A: Oct, B: Oct>: Int {
            Yes => <<A::ExactInto<B> as Int>::IsSound as Bool>::OrRefused<One>,
            No | Unknown => B::ExactInto<A>,
        }
        /// [`ShapeMod`] of `A` and `B`.
        type Taken<A: Oct, B: Oct>: Int {
            Yes => <<A::ExactInto<B> as Int>::IsSound as Bool>::OrRefused<A>,
            No | Unknown => <<B::ExactInto<A> as Int>::IsSound as Bool>::OrRefused<B>,
        }
    }
}
