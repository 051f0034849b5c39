//! Elements that are copied.

use crate::ours::Ours;
use static_layout::ViewMut;

/// An element that is a copy of a `T`: a `T`, and nothing else.
///
/// A bound, and not one type for both, so that the compiler says what a copy does not do. It asks for a type that is
/// known: `vec![Default::default(); n]` does not say which.
///
/// ```
/// use static_layout::*;
/// use static_layout_kernels::{CopyOf, copy};
/// fn doubled<'a, T: Copy + 'a, U: CopyOf<T>>(x: T, to: &mut ViewMut<'a, U, Layout!(2:1)>) {
///     copy(View::new(&[x], layout!(2:0)).unwrap(), to);
/// }
/// let mut pair = [0; 2];
/// doubled(7, &mut ViewMut::new(&mut pair, layout!(2:1)).unwrap());
/// assert_eq!(pair, [7, 7]);
/// ```
#[diagnostic::on_unimplemented(
    message = "elements of `{T}` are not copied into elements of `{Self}`",
    label = "a copy converts nothing: use `transform`"
)]
pub trait CopyOf<T>: Sized {
    /// The view of these elements, as one of `T`.
    #[doc(hidden)]
    fn room<'a, 'b, L>(view: &'a mut ViewMut<'b, Self, L>, _: Ours) -> &'a mut ViewMut<'b, T, L>;
}

#[diagnostic::do_not_recommend]
impl<T> CopyOf<T> for T {
    #[inline(always)]
    fn room<'a, 'b, L>(view: &'a mut ViewMut<'b, T, L>, _: Ours) -> &'a mut ViewMut<'b, T, L> {
        view
    }
}
