//! [`PartialTensor`]: tensors and tiles that the edges of a tensor may cut, for code that handles both.

use super::{PaddedTile, PartialLayout, Tensor, TensorMut, View, ViewMut};
use crate::types::{AnyLayout, Inside};

/// A tensor, or a tile that the edges of a tensor may cut, to be read.
///
/// ```
/// use static_layout::*;
/// use static_layout_kernels::copy_if;
/// fn four<L: PartialLayout<Whole = Layout!((4):(1))>>(x: impl PartialTensor<Element = i32, Layout = L>) -> Vec<i32> {
///     let mut staged = Owned::filled(layout!((4):(1)), 0);
///     copy_if(x, &mut staged, |_| true);
///     staged.as_slice().to_vec()
/// }
/// let data = [1, 2, 3, 4, 5, 6];
/// assert_eq!(four(View::new(&data, layout!((4):(1)))?), [1, 2, 3, 4]);
/// // The edge cuts the second tile.
/// assert_eq!(four(View::new(&data, layout!(6:1))?.tile_padded(tile!(4), 1)), [5, 6, 0, 0]);
/// # Ok::<(), LayoutError>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a tensor",
    label = "an operand is a view, a padded tile, or a reference to a tensor: `view`, `&owned`, `&boxed`"
)]
pub trait PartialTensor {
    /// The type of the elements.
    type Element;
    /// The type of the layout, which may lack elements at some coordinates.
    type Layout: PartialLayout;
    /// A read-only view of the elements.
    fn partial_view(&self) -> View<'_, Self::Element, Self::Layout>;
}

/// A mutable tensor, or a mutable tile that the edges of a tensor may cut.
///
/// ```
/// use static_layout::*;
/// use static_layout_kernels::copy_if;
/// fn clear(to: &mut impl PartialTensorMut<Element = i32, Layout = impl PartialLayout<Whole = Layout!((4):(1))>>) {
///     copy_if(View::new(&[0; 4], layout!((4):(1))).unwrap(), to, |_| true);
/// }
/// let mut data = [7; 6];
/// clear(&mut ViewMut::new(&mut data, layout!(6:1))?.tile_padded_mut(tile!(4), 1));
/// assert_eq!(data, [7, 7, 7, 7, 0, 0]);
/// # Ok::<(), LayoutError>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a tensor to write to",
    label = "the destination is `&mut` of a view, a padded tile, an `Owned` or a `Boxed`"
)]
pub trait PartialTensorMut: PartialTensor {
    /// A mutable view of the elements.
    fn partial_view_mut(&mut self) -> ViewMut<'_, Self::Element, Self::Layout>;
}

impl<X: Tensor> PartialTensor for X {
    type Element = X::Element;
    type Layout = X::Layout;
    #[inline(always)]
    fn partial_view(&self) -> View<'_, X::Element, X::Layout> {
        self.view()
    }
}
impl<X: TensorMut> PartialTensorMut for X {
    #[inline(always)]
    fn partial_view_mut(&mut self) -> ViewMut<'_, X::Element, X::Layout> {
        self.view_mut()
    }
}

impl<T, L: AnyLayout, G: Inside> PartialTensor for View<'_, T, PaddedTile<L, G>> {
    type Element = T;
    type Layout = PaddedTile<L, G>;
    #[inline(always)]
    fn partial_view(&self) -> View<'_, T, PaddedTile<L, G>> {
        *self
    }
}
impl<T, L: AnyLayout, G: Inside> PartialTensor for ViewMut<'_, T, PaddedTile<L, G>> {
    type Element = T;
    type Layout = PaddedTile<L, G>;
    #[inline(always)]
    fn partial_view(&self) -> View<'_, T, PaddedTile<L, G>> {
        self.to_view()
    }
}
impl<T, L: AnyLayout, G: Inside> PartialTensorMut for ViewMut<'_, T, PaddedTile<L, G>> {
    #[inline(always)]
    fn partial_view_mut(&mut self) -> ViewMut<'_, T, PaddedTile<L, G>> {
        // SAFETY: V1 and V2: the elements and the layout come from `self`, which is borrowed exclusively for as long.
        unsafe { ViewMut::over(self.first(), *self.layout_ref()) }
    }
}
