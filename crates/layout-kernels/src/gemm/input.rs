//! The element types of A and B.

use super::converted::CopyFn;
#[cfg(feature = "half")]
use super::converted::copy_of;
#[cfg(feature = "half")]
use super::strided::Open;
use crate::simd::Element;

/// An element of A or B, converted to `T` before it is multiplied.
///
/// Every [`Element`] is an input of itself. With feature `half`, `half::bf16` and `half::f16` are inputs of `f32`: the
/// conversion is exact.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not multiplied into `{T}`",
    label = "A and B have the elements of C: `f32`, `f64` or `i32`; for `f32` also `bf16` and `f16`, with the feature `half`"
)]
pub trait Input<T>: Copy + Send + Sync + sealed::Sealed<T> {
    /// Whether it has the type `T`, so that no conversion is needed.
    #[doc(hidden)]
    const IS_ELEMENT: bool;
    /// Copies numbers as elements of `T`, unless they are.
    #[doc(hidden)]
    const COPY: Option<CopyFn<T>>;
    /// Converts the number to a `T`.
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
    const COPY: Option<CopyFn<T>> = None;
    #[inline(always)]
    fn widen(self) -> T {
        self
    }
}

#[cfg(feature = "half")]
#[diagnostic::do_not_recommend]
impl Input<f32> for half::bf16 {
    const IS_ELEMENT: bool = false;
    const COPY: Option<CopyFn<f32>> = Some(copy_bf16);
    /// A `bf16` is the upper half of an `f32`.
    #[inline(always)]
    fn widen(self) -> f32 {
        f32::from_bits(u32::from(self.to_bits()) << 16)
    }
}

#[cfg(feature = "half")]
#[diagnostic::do_not_recommend]
impl Input<f32> for half::f16 {
    const IS_ELEMENT: bool = false;
    const COPY: Option<CopyFn<f32>> = Some(copy_f16);
    /// Converts without a branch, so that the compiler can use vectors.
    ///
    /// The fields move to their places in an `f32`. A product then corrects the exponent, which also normalizes
    /// subnormal numbers.
    #[inline(always)]
    fn widen(self) -> f32 {
        let bits = u32::from(self.to_bits());
        let (sign, rest) = ((bits & 0x8000) << 16, bits & 0x7FFF);
        // The exponent bias is 15 in `f16` and 127 in `f32`.
        let number = f32::from_bits(rest << 13) * f32::from_bits((127 + 127 - 15) << 23);
        let special = if rest >= 0x7C00 { 0x7F80_0000 } else { 0 };
        f32::from_bits(number.to_bits() | special | sign)
    }
}

/// Defines a [`CopyFn`] for a type, compiled with this crate.
#[cfg(feature = "half")]
macro_rules! copies {
    ($($name:ident: $t:ty;)*) => {$(
        #[inline(never)]
        unsafe fn $name(from: Open<f32>, first: [usize; 2], extents: [usize; 2], to: *mut f32) {
            let widen = |x: $t| Input::<f32>::widen(x);
            // SAFETY: the function called has the requirements of this one, which the caller guarantees.
            unsafe { copy_of(from, first, extents, to, widen) }
        }
    )*};
}
#[cfg(feature = "half")]
copies! {
    copy_bf16: half::bf16;
    copy_f16: half::f16;
}
