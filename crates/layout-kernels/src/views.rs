//! What kernels read and write: every tensor of the library, and the views of other front ends.

use static_layout::internal::Form;
use static_layout::{Tensor, TensorMut, View, ViewMut};

/// Elements that a kernel reads: every [`Tensor`].
///
/// A front end with layouts of its own implements it for its tensors.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a tensor",
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

/// Elements that a kernel writes: every [`TensorMut`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a tensor to write to",
    label = "the destination is `&mut` of a view, an `Owned` or a `Boxed`"
)]
pub trait Writable: Readable {
    /// A mutable view of the elements.
    fn writable(&mut self) -> ViewMut<'_, Self::Element, Self::Layout>;
}

#[diagnostic::do_not_recommend]
impl<X: Tensor> Readable for X {
    type Element = X::Element;
    type Layout = X::Layout;
    #[inline(always)]
    fn readable(&self) -> View<'_, X::Element, X::Layout> {
        self.view()
    }
}

#[diagnostic::do_not_recommend]
impl<X: TensorMut> Writable for X {
    #[inline(always)]
    fn writable(&mut self) -> ViewMut<'_, X::Element, X::Layout> {
        self.view_mut()
    }
}
