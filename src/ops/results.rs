//! Types of results whose operations are not rows of the table.

use super::divides::ZippedDivide;
use super::modes::{Mode, Replace};
use super::parts::*;
use super::slices::Slice;
use crate::types::{Codomain, Tile};
pub use crate::types::{Coshape, Cosize, EachMode, Extents, NarrowIndex, Size};

/// The offset of a static coordinate, or the coordinate that it maps to.
pub type Index<A, C> = <<A as Tiler>::OffsetMap as OffsetMap>::Index<PlainOf<A>, C>;
/// What a coordinate maps to: an offset, `usize` or `isize`, or a coordinate, a tuple of these.
pub type Image<A> =
    <<PlainOf<A> as PlainLayout>::Codomain as Codomain>::Image<<PlainOf<A> as PlainLayout>::Stride>;
/// [`Layout::max_common_vector`](crate::Layout::max_common_vector) as a numeral; for a swizzled layout, the number of
/// the layout inside, which the method reduces to what the swizzle leaves together.
pub type MaxCommonVector<A, B> = Size<<PlainOf<A> as PlainLayout>::CommonVector<PlainOf<B>>>;
/// The layout of a tile: [`View::tile`](crate::View::tile).
pub type InnerPartition<A, T, C> = Slice<ZippedDivide<A, T>, AtTile<C>>;
/// The layout of one element of each tile: [`View::outer_partition`](crate::View::outer_partition).
pub type OuterPartition<A, T, C> = Slice<ZippedDivide<A, T>, AtPlace<C>>;
/// The layout of a thread's elements: [`View::partition`](crate::View::partition).
pub type Partition<A, R> = OuterPartition<A, ThreadTile<R>, usize>;
/// The layout `L` with a run-time extent of mode `I`: a part by [`ViewMut::split_mut`](crate::ViewMut::split_mut).
pub type SplitAt<L, const I: usize> =
    Replace<L, I, Layout<usize, <PlainOf<Mode<L, I>> as PlainLayout>::Stride>>;
/// The layout `L` with run-time extents: the coordinates of a tile that are inside.
pub type Clipped<L> = Wrapped<
    L,
    Layout<
        <<PlainOf<L> as AnyLayout>::Shape as IntTuple>::Coord,
        <PlainOf<L> as PlainLayout>::Stride,
    >,
>;

/// The coordinate of a divided layout that keeps the tile at `C`.
pub type AtTile<C> = (EachMode, C);
/// The coordinate of a divided layout that keeps the place `C` of each tile.
pub type AtPlace<C> = (C, EachMode);
/// The tiler by the shape of the threads `R`: each place of a tile belongs to one thread.
pub type ThreadTile<R> = Tile<Extents<<R as AnyLayout>::Shape>>;
