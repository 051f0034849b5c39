//! Division by a number of more than one octal digit: with a remainder, one digit of the dividend at a
//! time; without one, from the lowest digit of the quotient up.

use super::Bool;
use super::octal::*;
use crate::num::branch;
use crate::num::int::{Indivisible, Int};

/// The partial quotient and remainder.
pub struct LongDiv<Q, R>(Q, R);

pub trait LongDivision {
    type Quot: Oct;
    type Feed0<B: Oct>: LongDivision;
    type Feed1<B: Oct>: LongDivision;
    type Feed2<B: Oct>: LongDivision;
    type Feed3<B: Oct>: LongDivision;
    type Feed4<B: Oct>: LongDivision;
    type Feed5<B: Oct>: LongDivision;
    type Feed6<B: Oct>: LongDivision;
    type Feed7<B: Oct>: LongDivision;
}

impl<Q: Oct, R: Oct> LongDivision for LongDiv<Q, R> {
    type Quot = Q;
    type Feed0<B: Oct> = Step<R::Push0, B, Q>;
    type Feed1<B: Oct> = Step<N<R, O1>, B, Q>;
    type Feed2<B: Oct> = Step<N<R, O2>, B, Q>;
    type Feed3<B: Oct> = Step<N<R, O3>, B, Q>;
    type Feed4<B: Oct> = Step<N<R, O4>, B, Q>;
    type Feed5<B: Oct> = Step<N<R, O5>, B, Q>;
    type Feed6<B: Oct> = Step<N<R, O6>, B, Q>;
    type Feed7<B: Oct> = Step<N<R, O7>, B, Q>;
}

/// The digit's three bits, by subtracting `4 B`, `2 B` and `B` where they go.
type Step<R, B, Q> = <<R as Oct>::Lt<<B as Oct>::Times40> as LongDivisionBranch>::Four<R, B, Q>;
type Two<R, B, Q, D> = <<R as Oct>::Lt<<B as Oct>::Times20> as LongDivisionBranch>::Two<R, B, Q, D>;
type One<R, B, Q, D> = <<R as Oct>::Lt<B> as LongDivisionBranch>::One<R, B, Q, D>;

branch! {
    /// `A < P`, or `R < B`. In `Low3` and its siblings `P` is a multiple of an odd divisor `B` that ends in the
    /// digit of `A`: if `A` is less, `B` does not divide it; otherwise the quotient's next digit is the first of `Q`.
    pub trait LongDivisionBranch for Bool {
        type Four<R: Oct, B: Oct, Q: Oct>: LongDivision {
            Yes => Two<R, B, Q, O0>,
            No => Two<R::Sub<B::Times40>, B, Q, O4>,
        }
        type Two<R: Oct, B: Oct, Q: Oct, D: Digit>: LongDivision {
            Yes => One<R, B, Q, D>,
            No => One<R::Sub<B::Times20>, B, Q, D::Plus2>,
        }
        type One<R: Oct, B: Oct, Q: Oct, D: Digit>: LongDivision {
            Yes => LongDiv<D::OnTo<Q>, R>,
            No => LongDiv<<D::Plus1 as Digit>::OnTo<Q>, R::Sub<B>>,
        }
        type Low1<A: Oct, P: Oct, B: Oct, Q: Oct>: Int {
            Yes => Indivisible,
            No => <<A::Sub<P> as Oct>::Tail as Oct>::Low1<B, Q>,
        }
        type Low3<A: Oct, P: Oct, B: Oct, Q: Oct>: Int {
            Yes => Indivisible,
            No => <<A::Sub<P> as Oct>::Tail as Oct>::Low3<B, Q>,
        }
        type Low5<A: Oct, P: Oct, B: Oct, Q: Oct>: Int {
            Yes => Indivisible,
            No => <<A::Sub<P> as Oct>::Tail as Oct>::Low5<B, Q>,
        }
        type Low7<A: Oct, P: Oct, B: Oct, Q: Oct>: Int {
            Yes => Indivisible,
            No => <<A::Sub<P> as Oct>::Tail as Oct>::Low7<B, Q>,
        }
    }
}

pub trait Digit {
    type Plus2: Digit;
    type Plus1: Digit;
    type OnTo<Q: Oct>: Oct;
}
macro_rules! digit {
    ($($d:ident $one:ident $two:ident;)*) => {$(
        impl Digit for $d {
            type Plus2 = $two;
            type Plus1 = $one;
            type OnTo<Q: Oct> = N<Q, $d>;
        }
    )*};
}
impl Digit for O0 {
    type Plus2 = O2;
    type Plus1 = O1;
    type OnTo<Q: Oct> = Q::Push0;
}
digit! { O1 O2 O3; O2 O3 O4; O3 O4 O5; O4 O5 O6; O5 O6 O7; O6 O7 O0; O7 O0 O0; }

/// `A mod B`.
pub type Rem<A, B> = <A as Oct>::Sub<<<A as Oct>::Div<B> as Oct>::Mul<B>>;
/// `A - B`, or 0.
pub type Monus<A, B> = <<A as Oct>::Lt<B> as Bool>::PickOct<Z, <A as Oct>::Sub<B>>;
