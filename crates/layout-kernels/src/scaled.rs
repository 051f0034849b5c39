//! The factors of an update.

use crate::ours::Ours;

/// An element that `alpha` and `beta` of these types scale: of its own type, both of them.
///
/// A bound, and not one type for all, so that the compiler says once what a literal of another type, `1` among `f32`,
/// does not do.
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
    label = "`1.0` is a literal of `f32` and `f64`, `1` of `i32`"
)]
pub trait ScaledBy<P, Q>: Sized {
    /// Both as elements.
    #[doc(hidden)]
    fn factors(alpha: P, beta: Q, _: Ours) -> (Self, Self);
}

#[diagnostic::do_not_recommend]
impl<T> ScaledBy<T, T> for T {
    #[inline(always)]
    fn factors(alpha: T, beta: T, _: Ours) -> (T, T) {
        (alpha, beta)
    }
}
