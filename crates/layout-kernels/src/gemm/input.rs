//! What A and B may be made of.

use crate::simd::Element;

/// An element of A or B, of which `T` is made before anything is multiplied.
///
/// Every [`Element`] is one of itself. With feature `half`, `half::bf16` and `half::f16` are such of
/// `f32`: each value is an `f32`, so that nothing is rounded.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not multiplied into `{T}`",
    label = "A and B have the elements of C: `f32`, `f64` or `i32`; for `f32` also `bf16` and `f16`"
)]
pub trait Input<T>: Copy + Send + Sync + sealed::Sealed<T> {
    /// It is a `T` as it is in memory.
    #[doc(hidden)]
    const IS_ELEMENT: bool;
    /// The same number as a `T`.
    #[doc(hidden)]
    fn widen(self) -> T;
}

mod sealed {
    pub trait Sealed<T> {}
    impl<T: super::Element> Sealed<T> for T {}
    #[cfg(feature = "half")]
    impl Sealed<f32> for half::bf16 {}
    #[cfg(feature = "half")]
    impl Sealed<f32> for half::f16 {}
}

#[diagnostic::do_not_recommend]
impl<T: Element> Input<T> for T {
    const IS_ELEMENT: bool = true;
    #[inline(always)]
    fn widen(self) -> T {
        self
    }
}

#[cfg(feature = "half")]
#[diagnostic::do_not_recommend]
impl Input<f32> for half::bf16 {
    const IS_ELEMENT: bool = false;
    /// The upper half of an `f32`.
    #[inline(always)]
    fn widen(self) -> f32 {
        f32::from_bits(u32::from(self.to_bits()) << 16)
    }
}

#[cfg(feature = "half")]
#[diagnostic::do_not_recommend]
impl Input<f32> for half::f16 {
    const IS_ELEMENT: bool = false;
    /// Without a branch, so that it is done a vector at a time: the fields moved to where an `f32` has
    /// them, and the exponent corrected by a product, which also makes subnormal numbers normal.
    #[inline(always)]
    fn widen(self) -> f32 {
        let bits = u32::from(self.to_bits());
        let (sign, rest) = ((bits & 0x8000) << 16, bits & 0x7FFF);
        // An exponent of 15 zeros in `f16` is one of 127 in `f32`.
        let number = f32::from_bits(rest << 13) * f32::from_bits((127 + 127 - 15) << 23);
        let special = if rest >= 0x7C00 { 0x7F80_0000 } else { 0 };
        f32::from_bits(number.to_bits() | special | sign)
    }
}
