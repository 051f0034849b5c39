//! The greatest common divisor of two numerals.

use super::long::Rem;
use super::octal::{N, Oct, Z};

/// Euclid's algorithm.
pub trait Euclid {
    /// The greatest common divisor with `A`.
    type Gcd<A: Oct>: Oct;
}
impl Euclid for Z {
    type Gcd<A: Oct> = A;
}
impl<T: Oct, D: 'static> Euclid for N<T, D>
where
    Self: Oct,
{
    type Gcd<A: Oct> = <Rem<A, Self> as Euclid>::Gcd<Self>;
}
/// `A` divided by what it has in common with `B`.
pub type Reduced<A, B> = <A as Oct>::Div<<A as Euclid>::Gcd<B>>;
