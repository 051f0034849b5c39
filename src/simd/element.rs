//! The numbers that vectors hold.

use super::{Machine, Vectors};

/// A number that every machine has vectors of. Integers wrap around.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no element of vectors",
    label = "vectors are of `f32`, `f64` or `i32`; `reduce`, `transform` and `combine` take any type"
)]
pub trait Element: Copy + PartialEq + Send + Sync + 'static {
    /// 0.
    const ZERO: Self;
    /// 1.
    const ONE: Self;
    /// The machine, as one with vectors of this type.
    type On<M: Machine>: Vectors<Self>;
    /// The machine's vectors of this type.
    fn vectors<M: Machine>(machine: M) -> Self::On<M>;
    /// How many elements a vector of the machine holds.
    #[inline(always)]
    fn lanes<M: Machine>() -> usize {
        <Self::On<M> as Vectors<Self>>::LANES
    }
    /// `self + other`.
    fn add(self, other: Self) -> Self;
    /// `self * other`.
    fn mul(self, other: Self) -> Self;
}

macro_rules! element {
    ($($t:ty, $zero:literal, $one:literal, $add:expr, $mul:expr;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl Element for $t {
            const ZERO: Self = $zero;
            const ONE: Self = $one;
            type On<M: Machine> = M;
            #[inline(always)]
            fn vectors<M: Machine>(machine: M) -> M {
                machine
            }
            #[inline(always)]
            fn add(self, other: Self) -> Self {
                $add(self, other)
            }
            #[inline(always)]
            fn mul(self, other: Self) -> Self {
                $mul(self, other)
            }
        }
    )*};
}
element! {
    f32, 0.0, 1.0, core::ops::Add::add, core::ops::Mul::mul;
    f64, 0.0, 1.0, core::ops::Add::add, core::ops::Mul::mul;
    i32, 0, 1, i32::wrapping_add, i32::wrapping_mul;
}
