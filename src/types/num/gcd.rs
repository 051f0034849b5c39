//! The greatest common divisor of two numerals.

use super::long::Rem;
use super::octal::{N, Oct, Z};

/// Euclid's algorithm: `gcd(0, A) = A`, `gcd(n, A) = gcd(A mod n, n)`.
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
/// `A / gcd(A, B)`.
pub type Reduced<A, B> = <A as Oct>::Div<<A as Euclid>::Gcd<B>>;
