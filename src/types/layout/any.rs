//! The trait of all layouts, swizzled or not.

use super::{Form, PlainLayout};
use crate::types::algebra::Tiler;
use crate::types::num::Bool;
use crate::types::swizzle::OffsetMap;
use crate::types::tuple::IntTuple;

/// Any layout, static or with run-time leaves, swizzled or not.
///
/// Generic code needs no other bound to divide, compose, multiply, slice and index. The operations are methods of
/// [`LayoutOps`](crate::LayoutOps), which every layout has. [`ops`](crate::ops) names their results, which are layouts.
///
/// A layout is also the right operand of a composition or a divide:
///
/// ```
/// use static_layout::*;
/// fn read_through<A: AnyLayout, B: AnyLayout>(a: A, b: B) -> ops::Compose<A, B> {
///     a.compose(b)
/// }
/// assert_eq!(read_through(layout!(8:2), layout!((2, 2):(4, 1))).to_string(), "(2,2):(8,2)");
/// ```
///
/// ```
/// use static_layout::*;
/// fn sum_of_tiles<L: AnyLayout>(l: L, data: &[f32]) -> f32 {
///     let tiled = l.logical_divide(layout!(4:1));
///     (0..tiled.size()).map(|i| data[tiled.index(i)]).sum()
/// }
/// let data: Vec<f32> = (0..8).map(|x| x as f32).collect();
/// assert_eq!(sum_of_tiles(layout!((2, 4):(4, 1)), &data), 28.0);
/// let n = 8;
/// assert_eq!(sum_of_tiles(layout!(n:1), &data), 28.0);
/// ```
///
/// For a left operand of the type `Layout<..>` and a generic right operand, method syntax selects the inherent method,
/// whose bound generic code cannot prove. Name the trait instead: `LayoutOps::compose(layout!(8:1), l)`.
#[diagnostic::on_unimplemented(
    message = "this is not a layout",
    label = "a layout is `layout!((4,8):(1,4))`; of a tensor, write `.view()` to take parts and `.layout()` for its layout"
)]
pub trait AnyLayout:
    Form<Outer = <Self as Tiler>::OffsetMap> + Tiler + core::fmt::Display + core::fmt::Debug
{
    /// The extents.
    type Shape: IntTuple;
    /// Whether each leaf is static, so a value has size 0.
    type IsStatic: Bool;
    /// The layout `S:D` before the swizzle. [`Tiler::OffsetMap`] is applied to its offsets.
    #[doc(hidden)]
    type Plain: PlainLayout;

    /// The extents.
    fn shape(self) -> Self::Shape;
    /// The map of the offsets, and the layout before it.
    #[doc(hidden)]
    fn parts(self) -> (Self::OffsetMap, Self::Plain);
}

/// The result of an operation of `A`, where `L` is the result for the layout without its offset map.
pub type Wrapped<A, L> = <<A as Tiler>::OffsetMap as OffsetMap>::Wrap<L>;
/// The layout `S:D` of `A`, before the swizzle.
pub type PlainOf<A> = <A as AnyLayout>::Plain;
