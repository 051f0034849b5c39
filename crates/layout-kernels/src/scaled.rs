//! The bound on the factors of an update.

use crate::crate_only::CrateOnly;

/// An element that factors `alpha` and `beta` of types `P` and `Q` scale: both are of its own type.
///
/// A bound instead of one type parameter, so that a literal of another type, `1` for elements `f32`, gets one error
/// with its reason.
///
/// ```
/// use static_layout::*;
/// use static_layout_kernels::{ScaledBy, axpby};
/// use static_layout_kernels::simd::Element;
/// fn halve<T: Element + ScaledBy<H, T>, H>(half: H, x: &mut ViewMut<'_, T, Layout!(2:1)>) {
///     let copy = [x[0], x[1]];
///     axpby(half, View::new(&copy, layout!(2:1)).unwrap(), T::ZERO, x);
/// }
/// let mut pair = [3.0, 5.0];
/// halve(0.5, &mut ViewMut::new(&mut pair, layout!(2:1)).unwrap());
/// assert_eq!(pair, [1.5, 2.5]);
/// ```
#[diagnostic::on_unimplemented(
    message = "`alpha` and `beta` are to be `{Self}`, as the elements that they scale",
    label = "`1.0` is a literal of `f32` and `f64`, `1` of `i32`; a factor stands before what it scales: `gemm(alpha, a, b, beta, &mut c)`"
)]
pub trait ScaledBy<P, Q>: Sized {
    /// Both factors as elements.
    #[doc(hidden)]
    fn factors(alpha: P, beta: Q, _: CrateOnly) -> (Self, Self);
}

#[diagnostic::do_not_recommend]
impl<T> ScaledBy<T, T> for T {
    #[inline(always)]
    fn factors(alpha: T, beta: T, _: CrateOnly) -> (T, T) {
        (alpha, beta)
    }
}
