//! [`Viewed`] and [`ViewedMut`]: tensors of any front end, as views of them.

use super::{View, ViewMut};
use crate::types::Form;

/// Elements with a layout of any front end, to be read. Each [`Tensor`](super::Tensor) is one whose layout is of this
/// crate.
#[diagnostic::on_unimplemented(
    message = "this is not a tensor",
    label = "an operand is a view, or a reference to a tensor: `view`, `&owned`, `&boxed`; `View::new` returns a `Result`"
)]
pub trait Viewed {
    /// The type of the elements.
    type Value;
    /// The layout.
    type Form: Form;
    /// A view of all elements.
    fn viewed(&self) -> View<'_, Self::Value, Self::Form>;
}

/// Elements with a layout of any front end, to be read and written. Each [`TensorMut`](super::TensorMut) is one whose layout
/// is of this crate.
pub trait ViewedMut: Viewed {
    /// A mutable view of all elements.
    fn viewed_mut(&mut self) -> ViewMut<'_, Self::Value, Self::Form>;
}

#[diagnostic::do_not_recommend]
impl<X: Viewed> Viewed for &X {
    type Value = X::Value;
    type Form = X::Form;
    #[inline(always)]
    fn viewed(&self) -> View<'_, X::Value, X::Form> {
        X::viewed(self)
    }
}

#[diagnostic::do_not_recommend]
impl<T, L: Form> Viewed for View<'_, T, L> {
    type Value = T;
    type Form = L;
    #[inline(always)]
    fn viewed(&self) -> View<'_, T, L> {
        *self
    }
}

#[diagnostic::do_not_recommend]
impl<T, L: Form> Viewed for ViewMut<'_, T, L> {
    type Value = T;
    type Form = L;
    #[inline(always)]
    fn viewed(&self) -> View<'_, T, L> {
        self.as_view()
    }
}

#[diagnostic::do_not_recommend]
impl<T, L: Form> ViewedMut for ViewMut<'_, T, L> {
    #[inline(always)]
    fn viewed_mut(&mut self) -> ViewMut<'_, T, L> {
        self.reborrow()
    }
}
