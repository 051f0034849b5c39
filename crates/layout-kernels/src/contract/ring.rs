//! The numbers that contractions add up.

use crate::gemm::Input;
use crate::simd::Element;

/// Sums of products of `I` and `J`.
pub trait Ring<I, J>: Copy {
    /// The sum of nothing.
    const ZERO: Self;
    /// `x * y`.
    fn product(x: I, y: J) -> Self;
    /// `self + other`.
    fn plus(self, other: Self) -> Self;
}

impl<T: Element, I: Input<T>, J: Input<T>> Ring<I, J> for T {
    const ZERO: T = <T as Element>::ZERO;
    #[inline(always)]
    fn product(x: I, y: J) -> T {
        x.widen().mul(y.widen())
    }
    #[inline(always)]
    fn plus(self, other: T) -> T {
        self.add(other)
    }
}

/// Integers without a product of matrices. Sums and products wrap around.
macro_rules! integers {
    ($($T:ty)*) => {$(
        impl Ring<$T, $T> for $T {
            const ZERO: $T = 0;
            #[inline(always)]
            fn product(x: $T, y: $T) -> $T {
                x.wrapping_mul(y)
            }
            #[inline(always)]
            fn plus(self, other: $T) -> $T {
                self.wrapping_add(other)
            }
        }
    )*};
}
integers! { i8 i16 i64 isize u8 u16 u32 u64 usize }
