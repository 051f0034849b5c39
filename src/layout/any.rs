//! The universe of layouts: what a function generic over `L: AnyLayout` may do.

use super::modes::Modes;
use super::pair::{Cut, Lists, Pair};
use crate::algebra::{Holes, Question, Tiler};
use crate::int::{Function, Int, Leaf};
use crate::judge::Trusted;
use crate::num::Bool;
use crate::tuple::{IntTuple, Place};
use layout_core as value;

/// Any layout, static or with run-time leaves.
///
/// The associated types are the results of the operations: closed type functions, so that a
/// function over `L: AnyLayout` can name and feed on any result without a `where` clause. The
/// operations themselves are methods of [`TiledBy`](crate::TiledBy), [`Rearrange`](crate::Rearrange)
/// and their siblings, which every layout has.
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
/// asks for a rule that cannot be proven: name the trait, `TiledBy::compose(layout!(8:1), l)`.
#[diagnostic::on_unimplemented(
    message = "this is not a layout",
    label = "a layout has a shape and a stride: `layout!((4,8):(1,4))`"
)]
pub trait AnyLayout: Tiler + core::fmt::Display + core::fmt::Debug {
    /// The extents.
    type Shape: IntTuple;
    /// The strides, nested like the shape.
    type Stride: IntTuple;
    /// It stores nothing.
    type IsStatic: Bool;
    /// The integers; run-time ones are there, unknown.
    #[doc(hidden)]
    const DESC: value::Layout;

    /// The leaves in order.
    #[doc(hidden)]
    type Modes: Modes;
    /// The fewest modes with the same function.
    #[doc(hidden)]
    type Coalesced: Modes;
    /// The number of coordinates.
    #[doc(hidden)]
    type Size: Int;
    /// One more than the greatest offset.
    #[doc(hidden)]
    type Cosize: Int;
    /// `A o Self` for a coalesced `A`.
    #[doc(hidden)]
    type After<A: Modes>: Pair;
    /// The same, mode by mode.
    #[doc(hidden)]
    type AfterEach<A: Modes>: Lists;
    /// The holes; `F` says how often what is covered fits below the next stride.
    #[doc(hidden)]
    type Holes<F: Function>: Holes;
    /// `A o Self` and `A o Self*|A|`.
    #[doc(hidden)]
    type Divides<A: AnyLayout, F: Function>: Cut;
    /// `A` and `A+ o Self`.
    #[doc(hidden)]
    type Multiplies<A: AnyLayout>: Cut;

    /// Result of an operation with a tiler, or its refusal.
    #[doc(hidden)]
    type Ask<T: Tiler, Q: Question>: AnyLayout;
    /// Result of `coalesce`.
    type Coalesce: AnyLayout;
    /// Result of `coalesce_by`.
    type CoalesceBy<P: IntTuple>: AnyLayout;
    /// Result of `complement`, `complement_padded`; `F` divides `M`.
    type Complement<M: Leaf, F: Function>: AnyLayout;
    /// The same, or the refusal.
    #[doc(hidden)]
    type SoundComplement<M: Leaf, F: Function>: AnyLayout;
    /// Result of `blocked_product`.
    type Blocked<B: AnyLayout>: AnyLayout;
    /// `blocked_product` of `A` with this.
    #[doc(hidden)]
    type BlockedBy<A: AnyLayout>: AnyLayout;
    /// The same, or the refusal.
    #[doc(hidden)]
    type SoundBlockedBy<A: AnyLayout>: AnyLayout;
    /// The same, or the refusal.
    #[doc(hidden)]
    type SoundRakedBy<A: AnyLayout>: AnyLayout;
    /// Result of `raked_product`.
    type Raked<B: AnyLayout>: AnyLayout;
    /// `raked_product` of `A` with this.
    #[doc(hidden)]
    type RakedBy<A: AnyLayout>: AnyLayout;

    /// Result of `flatten`.
    type Flatten: AnyLayout;
    /// Result of `mode`.
    type Mode<I: Place>: AnyLayout;
    /// Result of `get`.
    type Get<P: IntTuple>: AnyLayout;
    /// Result of `replace`.
    type Replace<I: Place, B: AnyLayout>: AnyLayout;
    /// Result of `select`.
    type Select<I: IntTuple>: AnyLayout;
    /// Result of `take`.
    type Take<B: Place, E: Place>: AnyLayout;
    /// Result of `group`.
    type Group<B: Place, E: Place>: AnyLayout;
    /// Result of `slice`.
    type Slice<C: IntTuple>: AnyLayout;
    /// Result of `append`.
    type Append<B: AnyLayout>: AnyLayout;
    /// Result of `prepend`.
    type Prepend<B: AnyLayout>: AnyLayout;
    /// Result of `concat`.
    type Concat<B: AnyLayout>: AnyLayout;

    /// The extents.
    fn shape(self) -> Self::Shape;
    /// The strides.
    fn stride(self) -> Self::Stride;
    /// The layout of these extents and strides; nothing is checked.
    #[doc(hidden)]
    fn from_parts(shape: Self::Shape, stride: Self::Stride, _: Trusted) -> Self;

    /// The integers; the run-time ones are there, unknown.
    #[doc(hidden)]
    #[inline]
    fn plain(self) -> value::Layout {
        value::Layout::from_parts(self.shape().plain(), self.stride().plain())
    }

    /// The same layout on plain integers.
    #[inline]
    fn to_dynamic(self) -> value::Layout {
        self.plain().set_known()
    }
}
