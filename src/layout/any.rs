//! The universe of layouts: what a function generic over `L: AnyLayout` may do.

use super::PlainLayout;
use crate::num::Bool;
use crate::swizzle::OffsetMap;
use crate::tuple::IntTuple;
use crate::types::Tiler;

/// Any layout, static or with run-time leaves, swizzled or not.
///
/// Generic code divides, composes, multiplies, slices and indexes with this bound alone: the operations
/// are methods of [`LayoutOps`](crate::LayoutOps), which every layout has, and [`ops`](crate::ops) names
/// their results, which are layouts again.
///
/// A layout is also what another one is composed with or divided by:
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
/// Where a layout is spelled `Layout<..>` but its operand is generic, the inherent method wins and
/// asks for a rule that cannot be proven: name the trait, `LayoutOps::compose(layout!(8:1), l)`.
#[diagnostic::on_unimplemented(
    message = "this is not a layout",
    label = "a layout has a shape and a stride: `layout!((4,8):(1,4))`"
)]
pub trait AnyLayout: Tiler + core::fmt::Display + core::fmt::Debug {
    /// The extents.
    type Shape: IntTuple;
    /// It stores nothing.
    type IsStatic: Bool;
    /// The layout `S:D` that the algebra works on; its offsets go through [`Tiler::OffsetMap`].
    #[doc(hidden)]
    type Plain: PlainLayout;

    /// The extents.
    fn shape(self) -> Self::Shape;
    /// What the offsets of the plain layout go through, and that layout.
    #[doc(hidden)]
    fn parts(self) -> (Self::OffsetMap, Self::Plain);
}

/// What an operation makes of `A`, `L` being what it makes of the plain layout.
pub type Wrapped<A, L> = <<A as Tiler>::OffsetMap as OffsetMap>::Wrap<L>;
/// The layout `S:D` inside.
pub type PlainOf<A> = <A as AnyLayout>::Plain;
