//! The parts of a layout that is divided: its tiles, or the elements at one place of each tile.
//!
//! A divided layout has two modes: mode 0 goes through a tile, mode 1 from tile to tile. A part fixes one
//! of them and keeps the other, mode by mode.

use super::PartialLayout;
use super::bounds::sub;
use crate::layout::{AnyLayout, Mapping};
use crate::num::static_value;
use crate::ops::{
    InnerPartition, Inverse, LayoutOps, OuterPartition, Slice, ZippedDivide, fits, inverse, sliced,
    zipped_divide,
};
use crate::tuple::{IntTuple, List, Nesting, View};
use crate::types::{Extents, Tile, Tiler};
use layout_core::LayoutError;

/// The first mode of the shape of a divided layout, and the second one.
pub(super) type InTile<Z> = <View<<Z as AnyLayout>::Shape> as List>::Head;
type OfTiles<Z> = <<View<<Z as AnyLayout>::Shape> as List>::Tail as List>::Head;
pub(super) type KeepEach<S> = <View<S> as Nesting>::KeepEach;
/// The coordinate that keeps the tile at the place `C` among the tiles.
pub(crate) type AtTile<Z, C> = (KeepEach<InTile<Z>>, C);
/// The coordinate that keeps of each tile the place `C`.
pub(crate) type InEachTile<Z, C> = (C, KeepEach<OfTiles<Z>>);
/// The tile of which each element is of another thread.
pub(crate) type ThreadTile<R> = Tile<Extents<<R as AnyLayout>::Shape>>;

/// All parts of one kind, by index.
///
/// # Safety
/// A part is what the whole has at some of its coordinates, each part others: a slice at another coordinate of
/// one mode than those of the other parts, or what there is of such a slice of a padded divide of the whole.
/// There is nothing but layouts and integers in this.
pub unsafe trait Parting: Copy {
    /// The layout that they are parts of.
    type Whole: AnyLayout;
    /// The layout of each of them.
    type Part: PartialLayout;
    /// The layout that they are parts of.
    fn whole(self) -> Self::Whole;
    /// The number of parts.
    fn count(self) -> usize;
    /// The part at an index below `count`, and how far its origin is from that of the whole.
    fn part(self, index: usize) -> (Self::Part, isize);
}

/// The tiles of a layout that is divided as `Z`, in linear order.
#[derive(Clone, Copy, Debug)]
pub struct InTiles<Z>(Z);

// SAFETY: the tile at index `i` is at the coordinate `i` of mode 1.
unsafe impl<Z: AnyLayout> Parting for InTiles<Z> {
    type Whole = Z;
    type Part = Slice<Z, AtTile<Z, usize>>;
    #[inline(always)]
    fn whole(self) -> Z {
        self.0
    }
    #[inline(always)]
    fn count(self) -> usize {
        self.0.shape().list().split_first().1.split_first().0.count()
    }
    #[inline(always)]
    fn part(self, index: usize) -> (Self::Part, isize) {
        let (part, offset) = sliced(self.0, (static_value::<KeepEach<InTile<Z>>>(), index));
        (part, offset as isize)
    }
}

/// The shares of threads in a layout that is divided as `Z`; `I` leads from a thread to its place in every
/// tile.
#[derive(Clone, Copy, Debug)]
pub struct InShares<Z, I>(Z, I);

// SAFETY: the share of a thread is at its place in mode 0; the inverse of a layout is one to one.
unsafe impl<Z: AnyLayout, I: AnyLayout> Parting for InShares<Z, I> {
    type Whole = Z;
    type Part = Slice<Z, InEachTile<Z, usize>>;
    #[inline(always)]
    fn whole(self) -> Z {
        self.0
    }
    #[inline(always)]
    fn count(self) -> usize {
        self.0.shape().list().split_first().0.count()
    }
    #[inline(always)]
    fn part(self, index: usize) -> (Self::Part, isize) {
        let place = self.1.index(index);
        let (part, offset) = sliced(self.0, (place, static_value::<KeepEach<OfTiles<Z>>>()));
        (part, offset as isize)
    }
}

/// There are such tiles; each method asks itself, so that the message shows its caller's line.
#[track_caller]
pub(super) const fn has_tiles<L: AnyLayout, K: Tiler>() {
    zipped_divide::check::<L, K>()
}

/// There is a tile at such a coordinate.
#[track_caller]
pub(super) const fn has_tile<L: AnyLayout, K: Tiler, C: IntTuple>() {
    zipped_divide::check::<L, K>();
    fits::<ZippedDivide<L, K>, AtTile<ZippedDivide<L, K>, C>>()
}

/// There is such a coordinate in each tile.
#[track_caller]
pub(super) const fn has_place<L: AnyLayout, K: Tiler, C: IntTuple>() {
    zipped_divide::check::<L, K>();
    fits::<ZippedDivide<L, K>, InEachTile<ZippedDivide<L, K>, C>>()
}

/// Such threads have shares.
#[track_caller]
pub(super) const fn has_shares<L: AnyLayout, R: AnyLayout>() {
    zipped_divide::check::<L, ThreadTile<R>>();
    inverse::check::<R>()
}

/// The shares that threads in the layout `R` have in the layout `L`.
pub(crate) type SharesOf<L, R> = InShares<ZippedDivide<L, ThreadTile<R>>, Inverse<R>>;

/// The tiles of a layout.
#[inline(always)]
#[track_caller]
pub(super) fn in_tiles<L: AnyLayout, K: Tiler>(
    layout: L,
    tiler: K,
) -> Result<InTiles<ZippedDivide<L, K>>, LayoutError> {
    Ok(InTiles(zipped_divide::compute(layout, tiler)?))
}

/// The shares of threads in a layout.
#[inline(always)]
#[track_caller]
pub(super) fn in_shares<L: AnyLayout, R: AnyLayout>(
    layout: L,
    threads: R,
) -> Result<SharesOf<L, R>, LayoutError> {
    let divided = zipped_divide::compute(layout, Tile::new(Extents(threads.shape())))?;
    Ok(InShares(divided, inverse::compute(threads)?))
}

/// The tile at a coordinate, and how far its origin is from that of the whole.
#[inline(always)]
#[track_caller]
pub(super) fn tile<L: AnyLayout, K: Tiler, C: IntTuple>(
    layout: L,
    tiler: K,
    coord: C,
) -> Result<(InnerPartition<L, K, C>, isize), LayoutError> {
    Ok(sub(zipped_divide::compute(layout, tiler)?, (static_value(), coord)))
}

/// The elements at one coordinate of each tile, and how far their origin is from that of the whole.
#[inline(always)]
#[track_caller]
pub(super) fn in_each_tile<L: AnyLayout, K: Tiler, C: IntTuple>(
    layout: L,
    tiler: K,
    coord: C,
) -> Result<(OuterPartition<L, K, C>, isize), LayoutError> {
    Ok(sub(zipped_divide::compute(layout, tiler)?, (coord, static_value())))
}
