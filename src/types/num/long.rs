//! Division by a number of several octal digits.
//!
//! ```text
//! Q = R = 0
//! for each digit d of the dividend, the highest one first:         `Feedd`
//!     R = 8 R + d                                                  now R < 8 B
//!     digit = 0
//!     for s in 4, 2, 1:                                            `Bit4`, `Bit2`, `Bit1`
//!         if R >= s B: R = R - s B, digit = digit + s
//!     Q = 8 Q + digit                                              now R < B
//! ```

use super::Bool;
use super::octal::*;
use crate::types::num::branch;
use crate::types::num::int::{Indivisible, Int};

/// The quotient `Q` and the remainder `R` of the digits so far.
pub struct LongDiv<Q, R>(Q, R);

/// The state of a long division.
pub trait LongDivision {
    /// The quotient.
    type Quot: Oct;
    /// The state after the digit 0 of the dividend.
    type Feed0<B: Oct>: LongDivision;
    /// The state after the digit 1 of the dividend.
    type Feed1<B: Oct>: LongDivision;
    /// The state after the digit 2 of the dividend.
    type Feed2<B: Oct>: LongDivision;
    /// The state after the digit 3 of the dividend.
    type Feed3<B: Oct>: LongDivision;
    /// The state after the digit 4 of the dividend.
    type Feed4<B: Oct>: LongDivision;
    /// The state after the digit 5 of the dividend.
    type Feed5<B: Oct>: LongDivision;
    /// The state after the digit 6 of the dividend.
    type Feed6<B: Oct>: LongDivision;
    /// The state after the digit 7 of the dividend.
    type Feed7<B: Oct>: LongDivision;
}

impl<Q: Oct, R: Oct> LongDivision for LongDiv<Q, R> {
    type Quot = Q;
    type Feed0<B: Oct> = NextDigit<R::Push0, B, Q>;
    type Feed1<B: Oct> = NextDigit<N<R, O1>, B, Q>;
    type Feed2<B: Oct> = NextDigit<N<R, O2>, B, Q>;
    type Feed3<B: Oct> = NextDigit<N<R, O3>, B, Q>;
    type Feed4<B: Oct> = NextDigit<N<R, O4>, B, Q>;
    type Feed5<B: Oct> = NextDigit<N<R, O5>, B, Q>;
    type Feed6<B: Oct> = NextDigit<N<R, O6>, B, Q>;
    type Feed7<B: Oct> = NextDigit<N<R, O7>, B, Q>;
}

/// The next digit of the quotient, beginning with its highest bit.
type NextDigit<R, B, Q> =
    <<R as Oct>::Lt<<B as Oct>::Times40> as LongDivisionBranch>::Bit4<R, B, Q>;
/// The bit of value 2, after the bits in `D`.
type Bit2<R, B, Q, D> =
    <<R as Oct>::Lt<<B as Oct>::Times20> as LongDivisionBranch>::Bit2<R, B, Q, D>;
/// The bit of value 1, after the bits in `D`.
type Bit1<R, B, Q, D> = <<R as Oct>::Lt<B> as LongDivisionBranch>::Bit1<R, B, Q, D>;

branch! {
    /// Whether a number is less than what a step of a division subtracts from it.
    pub trait LongDivisionBranch {
        /// The remainder `R` is less than `4 B`.
        type Bit4<R: Oct, B: Oct, Q: Oct>: LongDivision {
            Yes => Bit2<R, B, Q, O0>,
            No | Unknown => Bit2<R::Sub<B::Times40>, B, Q, O4>,
        }
        /// The remainder `R` is less than `2 B`.
        type Bit2<R: Oct, B: Oct, Q: Oct, D: QuotientDigit>: LongDivision {
            Yes => Bit1<R, B, Q, D>,
            No | Unknown => Bit1<R::Sub<B::Times20>, B, Q, D::Plus2>,
        }
        /// The remainder `R` is less than `B`.
        type Bit1<R: Oct, B: Oct, Q: Oct, D: QuotientDigit>: LongDivision {
            Yes => LongDiv<D::Append<Q>, R>,
            No | Unknown => LongDiv<<D::Plus1 as QuotientDigit>::Append<Q>, R::Sub<B>>,
        }
        /// `A < P`: the divisor `B`, whose last digit is 1, does not divide. `Oct` has the algorithm.
        type Low1<A: Oct, P: Oct, B: Oct, Q: Oct>: Int {
            Yes => Indivisible,
            No | Unknown => <<A::Sub<P> as Oct>::Tail as Oct>::Low1<B, Q>,
        }
        /// `A < P`: the divisor `B`, whose last digit is 3, does not divide. `Oct` has the algorithm.
        type Low3<A: Oct, P: Oct, B: Oct, Q: Oct>: Int {
            Yes => Indivisible,
            No | Unknown => <<A::Sub<P> as Oct>::Tail as Oct>::Low3<B, Q>,
        }
        /// `A < P`: the divisor `B`, whose last digit is 5, does not divide. `Oct` has the algorithm.
        type Low5<A: Oct, P: Oct, B: Oct, Q: Oct>: Int {
            Yes => Indivisible,
            No | Unknown => <<A::Sub<P> as Oct>::Tail as Oct>::Low5<B, Q>,
        }
        /// `A < P`: the divisor `B`, whose last digit is 7, does not divide. `Oct` has the algorithm.
        type Low7<A: Oct, P: Oct, B: Oct, Q: Oct>: Int {
            Yes => Indivisible,
            No | Unknown => <<A::Sub<P> as Oct>::Tail as Oct>::Low7<B, Q>,
        }
    }
}

/// A digit of a quotient.
pub trait QuotientDigit {
    /// This digit + 2.
    type Plus2: QuotientDigit;
    /// This digit + 1.
    type Plus1: QuotientDigit;
    /// `8 Q` + this digit.
    type Append<Q: Oct>: Oct;
}
macro_rules! digit {
    ($($d:ident $one:ident $two:ident;)*) => {$(
        impl QuotientDigit for $d {
            type Plus2 = $two;
            type Plus1 = $one;
            type Append<Q: Oct> = N<Q, $d>;
        }
    )*};
}
impl QuotientDigit for O0 {
    type Plus2 = O2;
    type Plus1 = O1;
    type Append<Q: Oct> = Q::Push0;
}
digit! { O1 O2 O3; O2 O3 O4; O3 O4 O5; O4 O5 O6; O5 O6 O7; O6 O7 O0; O7 O0 O0; }

/// `A mod B`.
pub type Rem<A, B> = <A as Oct>::Sub<<<A as Oct>::Div<B> as Oct>::Mul<B>>;
/// `max(0, A - B)`.
pub type Monus<A, B> = <<A as Oct>::Lt<B> as Bool>::PickOct<Z, <A as Oct>::Sub<B>>;
