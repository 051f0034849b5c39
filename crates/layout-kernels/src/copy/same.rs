//! The bound on the elements of a copy.

use crate::crate_only::CrateOnly;
use static_layout::ViewMut;

/// The element type of a destination for elements `T`: `T` itself.
///
/// A bound instead of one type parameter, so that the error for two types says that a copy converts nothing. The
/// destination must have a known type: `vec![Default::default(); n]` does not determine one.
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
    /// The view as a view of `T`.
    #[doc(hidden)]
    fn room<'a, 'b, L>(
        view: &'a mut ViewMut<'b, Self, L>,
        _: CrateOnly,
    ) -> &'a mut ViewMut<'b, T, L>;
}

#[diagnostic::do_not_recommend]
impl<T> CopyOf<T> for T {
    #[inline(always)]
    fn room<'a, 'b, L>(view: &'a mut ViewMut<'b, T, L>, _: CrateOnly) -> &'a mut ViewMut<'b, T, L> {
        view
    }
}
