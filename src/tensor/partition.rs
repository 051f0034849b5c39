//! How a layout is cut into parts: tiles, or the elements at one place of each tile.
//!
//! `zipped_divide` gives a layout of two modes, `(tile, grid)`: mode 0 has the coordinates in a tile, mode 1 the
//! coordinates of the tiles. A part is a slice of it:
//!
//! ```text
//! tile i        = divided(_, i)        the coordinate i of mode 1, all of mode 0
//! share of t    = divided(p(t), _)     the coordinate p(t) of mode 0, all of mode 1; p = inverse(threads)
//! ```

use super::PartialLayout;
use super::bounds::start_of_part;
pub(crate) use crate::ops::{AtPlace, AtTile, ThreadTile};
use crate::ops::{Inverse, LayoutOps, Slice, ZippedDivide, inverse, sliced, zipped_divide};
use crate::types::{
    AnyLayout, EachMode, Elements, Extents, IntTuple, Is, List, Mapping, PlainLayout, PlainOf,
    Tile, Tiler, check,
};
use layout_core::LayoutError;

/// A layout cut into parts of one kind, by index.
///
/// # Safety
/// * Each part has the offsets of a set of coordinates of `whole`, and the sets of two parts are disjoint: the parts
///   are slices at different coordinates of one mode, or the elements that exist in such slices of a padded divide.
/// * The offset of a part is the offset of its coordinate 0 in `whole`, or 0 if the part has no elements.
/// * The type holds layouts and integers only, so threads may share it.
pub unsafe trait Partitioning: Copy {
    /// The layout that is cut.
    type Whole: AnyLayout;
    /// The layout of a part.
    type Part: PartialLayout;
    /// The shape whose linear indices number the parts.
    type Grid: IntTuple;
    /// The layout that is cut.
    fn whole(self) -> Self::Whole;
    /// The number of parts.
    fn count(self) -> usize;
    /// The part at an index below `count`, and the offset of its coordinate 0 in the whole, in elements.
    fn part(self, index: usize) -> (Self::Part, isize);
    /// The shape whose linear indices number the parts.
    fn grid(self) -> Self::Grid;
}

/// The type of the shape of the grid of the divided layout `Z`: its mode 1.
pub(super) type GridOf<Z> =
    <<<<Z as AnyLayout>::Shape as IntTuple>::List as List>::Tail as List>::Head;

/// The shape of the grid of the divided layout `Z`.
#[inline(always)]
pub(super) fn grid_of<Z: AnyLayout>(divided: Z) -> GridOf<Z> {
    divided.shape().list().split_first().1.split_first().0
}

/// The tiles of the divided layout `Z`, in linear order.
#[derive(Clone, Copy, Debug)]
pub struct TilePartitioning<Z>(pub(super) Z);

// SAFETY: part `i` is the slice at coordinate `i` of mode 1, so two parts have different coordinates. The offset is the
// offset of the slice; `zipped_divide` refuses an extent of 0, so each part has an element. `Z` is a layout.
unsafe impl<Z: AnyLayout> Partitioning for TilePartitioning<Z> {
    type Whole = Z;
    type Part = Slice<Z, AtTile<usize>>;
    type Grid = GridOf<Z>;
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
        let (part, offset) = sliced(self.0, (EachMode, index));
        (part, offset as isize)
    }
    #[inline(always)]
    fn grid(self) -> GridOf<Z> {
        grid_of(self.0)
    }
}

/// The shares of threads in the divided layout `Z`; the layout `I` maps a thread to its place in each tile.
#[derive(Clone, Copy, Debug)]
pub struct SharePartitioning<Z, I>(Z, I);

// SAFETY: part `t` is the slice at coordinate `I(t)` of mode 0, and `I` is the inverse of a layout, hence injective:
// two parts have different coordinates. The offset is the offset of the slice; `zipped_divide` refuses an extent of 0,
// so each part has an element. `Z` and `I` are layouts.
unsafe impl<Z: AnyLayout, I: AnyLayout> Partitioning for SharePartitioning<Z, I> {
    type Whole = Z;
    type Part = Slice<Z, AtPlace<usize>>;
    type Grid = usize;
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
        let (part, offset) = sliced(self.0, (place, EachMode));
        (part, offset as isize)
    }
    #[inline(always)]
    fn grid(self) -> usize {
        self.count()
    }
}

// A method calls one of these checks in its own `const` block, so the error points at its caller's line, then
// computes without a check.

/// Stops the compiler unless `K` divides `L` and `C` is a coordinate of the grid of tiles.
#[track_caller]
pub const fn check_tile<L: AnyLayout, K: Tiler, C: IntTuple, Z: AnyLayout>() {
    zipped_divide::check_as::<L, K, PlainOf<Z>>();
    fits_grid::<Z, C>()
}

/// Stops the compiler unless `C` is nested as the grid of tiles of the divided layout `Z`, and for a static `C` outside a
/// static grid.
#[track_caller]
pub(super) const fn fits_grid<Z: AnyLayout, C: IntTuple>() {
    type Grid<S> = <<Elements<S> as List>::Tail as List>::Head;
    check::fits_shape_of::<C, Grid<Z::Shape>>(Part::Tile.names());
    in_mode::<Z, C>(Part::Tile)
}

/// Stops the compiler for a static coordinate outside a mode of the divided layout `Z` whose extents are static.
#[track_caller]
const fn in_mode<Z: AnyLayout, C: IntTuple>(part: Part) {
    if let Ok(mode) = Z::FORM.mode(part as usize) {
        check::part_in_range::<C>(part.names(), &mode)
    }
}

/// Stops the compiler unless `K` divides `L` and `C` is a coordinate of a tile.
#[track_caller]
pub const fn check_place<L: AnyLayout, K: Tiler, C: IntTuple, Z: AnyLayout>() {
    zipped_divide::check_as::<L, K, PlainOf<Z>>();
    check::fits_shape_of::<C, <Elements<Z::Shape> as List>::Head>(Part::Place.names());
    in_mode::<Z, C>(Part::Place)
}

/// Stops the compiler unless the shape of the threads `R` divides `L` and `R` has an inverse.
#[track_caller]
pub const fn check_shares<L: AnyLayout, R: AnyLayout>() {
    zipped_divide::check::<L, ThreadTile<R>>();
    inverse::check::<R>()
}

/// The shares of the threads `R` in the layout `L`.
pub type SharesOf<L, R> = SharePartitioning<ZippedDivide<L, ThreadTile<R>>, Inverse<R>>;

/// The shares of `threads` in a layout.
///
/// # Panics
/// When the divide by the shape of `threads` is refused, or `threads` has no inverse, for run-time integers.
#[inline(always)]
#[track_caller]
pub(super) fn share_partitioning<L: AnyLayout, R: AnyLayout>(
    layout: L,
    threads: R,
) -> SharesOf<L, R> {
    let divided = zipped_divide::compute_or_panic(layout, Tile::new(Extents(threads.shape())));
    SharePartitioning(divided, inverse::compute_or_panic(threads))
}

/// `share_partitioning` that returns the refusal.
///
/// # Errors
/// When the divide by the shape of `threads` is refused, or `threads` has no inverse, for run-time integers.
#[inline(always)]
pub fn try_share_partitioning<L: AnyLayout, R: AnyLayout>(
    layout: L,
    threads: R,
) -> Result<SharesOf<L, R>, LayoutError> {
    let divided = zipped_divide::compute(layout, Tile::new(Extents(threads.shape())))?;
    Ok(SharePartitioning(divided, inverse::compute(threads)?))
}

/// The mode of a divided layout that a coordinate of the caller belongs to.
#[derive(Clone, Copy)]
pub(super) enum Part {
    /// Mode 0: the tile.
    Place,
    /// Mode 1: the grid of tiles.
    Tile,
}
impl Part {
    /// The beginning of a message.
    const fn names(self) -> &'static str {
        match self {
            Part::Place => "the tile: ",
            Part::Tile => "the grid of tiles: ",
        }
    }
}

/// Panics: `coord` lies outside the mode of the divided layout. The message has the coordinate as the caller wrote it.
#[cold]
#[inline(never)]
#[track_caller]
pub(super) fn refuse_in_mode<Z: AnyLayout, C: IntTuple>(divided: Z, coord: C, part: Part) -> ! {
    let mode = PlainLayout::plain(divided.parts().1).mode(part as usize);
    let error = check::part_out_of(mode.expect("a divided layout has two modes"), coord);
    panic!("{}{error}", part.names())
}

/// The slice of a divided layout at `at`, whose coordinate of the mode `mode` is `coord`, and the offset of its
/// coordinate 0; 0 if it has no coordinates (rule V4).
///
/// # Panics
/// When `coord` lies outside the mode.
#[inline]
#[track_caller]
pub(super) fn part_at<Z: AnyLayout, A: IntTuple, C: IntTuple, R: AnyLayout>(
    divided: Z,
    at: A,
    coord: C,
    mode: Part,
) -> (R, isize)
where
    Slice<Z, A>: Is<R>,
{
    if !at.lies_in(divided.shape()) {
        refuse_in_mode(divided, coord, mode)
    }
    let (part, offset) = sliced(divided, at);
    start_of_part(part.it(), offset as isize)
}

/// The share of one thread, and the offset of its coordinate 0 in `layout`, in elements.
///
/// # Panics
/// When [`share_partitioning`] panics, and when `thread` is not below the number of threads.
#[inline(always)]
#[track_caller]
pub(super) fn share<L: AnyLayout, R: AnyLayout, Z: AnyLayout, P: AnyLayout>(
    layout: L,
    threads: R,
    thread: usize,
) -> (P, isize)
where
    ZippedDivide<L, ThreadTile<R>>: Is<Z>,
    Slice<Z, AtPlace<usize>>: Is<P>,
{
    let SharePartitioning(divided, places) = share_partitioning(layout, threads);
    let shares = SharePartitioning(divided.it(), places);
    if thread >= shares.count() {
        no_thread(threads, thread)
    }
    let (share, offset) = shares.part(thread);
    (share.it(), offset)
}

#[cold]
#[inline(never)]
#[track_caller]
fn no_thread<R: AnyLayout>(threads: R, thread: usize) -> ! {
    panic!("{threads} has no thread {thread}")
}
