//! Powers of two and logarithms, which map the bit numbers of a swizzle to strides and back.

use super::octal::{N, O0, O1, O2, O3, O4, O5, O6, O7, Oct, Z};

/// `2^n` and `floor(log2 n)` of a numeral.
pub trait Power {
    /// `2^Self`.
    type Pow2: Oct;
    /// `floor(log2 Self)`: the number of the highest bit; 0 for 0.
    type Log2: Oct;
    /// `Log2` of `8 Self + d`, where `d` is a digit with `Log2` `B`.
    type LogBehind<B: Oct>: Oct;
}
impl Power for Z {
    type Pow2 = N<Z, O1>;
    type Log2 = Z;
    type LogBehind<B: Oct> = B;
}

type Squared<A> = <A as Oct>::Mul<A>;
type ToThe8<A> = Squared<Squared<Squared<A>>>;

macro_rules! power {
    ($($digit:ident $pow:ty, $log:ty;)*) => {$(
        impl<T: Oct> Power for N<T, $digit> {
            type Pow2 = <ToThe8<T::Pow2> as Oct>::Mul<$pow>;
            type Log2 = T::LogBehind<$log>;
            type LogBehind<B: Oct> = <Self::Log2 as Oct>::Add<N<Z, O3>>;
        }
    )*};
}
power! {
    O0 N<Z, O1>, Z;
    O1 N<Z, O2>, Z;
    O2 N<Z, O4>, N<Z, O1>;
    O3 N<N<Z, O1>, O0>, N<Z, O1>;
    O4 N<N<Z, O2>, O0>, N<Z, O2>;
    O5 N<N<Z, O4>, O0>, N<Z, O2>;
    O6 N<N<N<Z, O1>, O0>, O0>, N<Z, O2>;
    O7 N<N<N<Z, O2>, O0>, O0>, N<Z, O2>;
}
