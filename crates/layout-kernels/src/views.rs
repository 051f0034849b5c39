//! What kernels read and write: every tensor of the library, and the views of other front ends.

use static_layout::internal::Form;
use static_layout::{View, ViewMut, Viewed, ViewedMut};

/// Elements that a kernel reads: every [`Tensor`](static_layout::Tensor), and every view and array of another front end.
///
/// A front end implements it for tensors of its own.
#[diagnostic::on_unimplemented(
    message = "this is not a tensor",
    label = "an operand is a view, or a reference to a tensor: `view`, `&owned`, `&boxed`"
)]
pub trait Readable {
    /// The type of the elements.
    type Element;
    /// The layout, a constant form and its words.
    type Layout: Form;
    /// A view of the elements.
    fn readable(&self) -> View<'_, Self::Element, Self::Layout>;
}

/// Elements that a kernel writes: every [`TensorMut`](static_layout::TensorMut), and every mutable view and array of another
/// front end.
#[diagnostic::on_unimplemented(
    message = "this is not a tensor to write to",
    label = "the destination is `&mut` of a view, an `Owned` or a `Boxed`; `ViewMut::new` returns a `Result`"
)]
pub trait Writable: Readable {
    /// A mutable view of the elements.
    fn writable(&mut self) -> ViewMut<'_, Self::Element, Self::Layout>;
}

#[diagnostic::do_not_recommend]
impl<X: Viewed> Readable for X {
    type Element = X::Value;
    type Layout = X::Form;
    #[inline(always)]
    fn readable(&self) -> View<'_, X::Value, X::Form> {
        self.viewed()
    }
}

#[diagnostic::do_not_recommend]
impl<X: ViewedMut> Writable for X {
    #[inline(always)]
    fn writable(&mut self) -> ViewMut<'_, X::Value, X::Form> {
        self.viewed_mut()
    }
}
