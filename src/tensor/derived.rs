//! The parts of a layout with their offsets, for views whose elements are not a slice: what [`View`](super::View) derives,
//! without its pointer.
//!
//! Each function returns a layout `R` and an offset, so that `part[d] = whole[offset + R(d)]`.

use super::bounds::start_of_part;
use super::partition::{Part, part_at, share};
use crate::ops::{
    InnerPartition, OuterPartition, Partition, Reshape, SliceAxes, ZippedDivide, reshape,
    slice_axes, zipped_divide,
};
use crate::types::{AnyLayout, EachMode, IntTuple, Tiler};
use layout_core::LayoutError;

pub use super::bounds::{check_slice, checked_offset, checked_origin, slice_at};
pub use super::composed_view::{check_composition, checked_composition};
pub use super::disjoint::{check_shares_mut, check_tiles_mut};
pub use super::dynamic::checked_origin as checked_dynamic_origin;
pub use super::indexed::check_element;
#[cfg(feature = "alloc")]
pub use super::interop::of_axes::{extents_of_axes, read_axes, row_major_axes};
pub use super::partition::{
    Partitioning, SharesOf, TilePartitioning, check_place, check_shares, check_tile,
    try_share_partitioning,
};
pub use super::walk::Walk;
pub use crate::types::check::{fits_form, holds_elements, too_short, try_disjoint_divided};

/// The tile at a coordinate of the grid. The caller has called [`check_tile`] in `const`.
///
/// # Errors
/// When the divide is refused for run-time integers.
///
/// # Panics
/// When the coordinate lies outside the grid.
#[inline]
#[track_caller]
pub fn tile_at<L: AnyLayout, K: Tiler, C: IntTuple>(
    layout: L,
    tiler: K,
    coord: C,
) -> Result<(InnerPartition<L, K, C>, isize), LayoutError> {
    let divided = zipped_divide::compute(layout, tiler)?;
    Ok(part_at(divided, (EachMode, coord), coord, Part::Tile))
}

/// The elements at one place of each tile. The caller has called [`check_place`] in `const`.
///
/// # Errors
/// When the divide is refused for run-time integers.
///
/// # Panics
/// When the coordinate lies outside the tile.
#[inline]
#[track_caller]
pub fn place_at<L: AnyLayout, K: Tiler, C: IntTuple>(
    layout: L,
    tiler: K,
    coord: C,
) -> Result<(OuterPartition<L, K, C>, isize), LayoutError> {
    let divided = zipped_divide::compute(layout, tiler)?;
    Ok(part_at(divided, (coord, EachMode), coord, Part::Place))
}

/// Stops the compiler unless a layout has another shape, as far as the integers are known.
#[track_caller]
pub const fn check_reshape<L: AnyLayout, P: IntTuple>() {
    reshape::check::<L, P>()
}

/// All elements, in unchanged row-major order. The caller has called [`check_reshape`] in `const`.
///
/// # Errors
/// When the sizes differ, or the strides admit no such layout, because of run-time integers.
#[inline]
#[track_caller]
pub fn reshaped<L: AnyLayout, P: IntTuple>(
    layout: L,
    shape: P,
) -> Result<Reshape<L, P>, LayoutError> {
    reshape::compute(layout, shape)
}

/// Stops the compiler unless the slices fit the axes, as far as the integers are known.
#[track_caller]
pub const fn check_slice_axes<L: AnyLayout, C: IntTuple>() {
    slice_axes::check::<L, C>()
}

/// The elements at an index or a range of each axis. The caller has called [`check_slice_axes`] in `const`.
///
/// # Errors
/// When an index is out of range, or a step is 0, because of run-time integers.
#[inline]
#[track_caller]
pub fn axes_of<L: AnyLayout, C: IntTuple>(
    layout: L,
    slices: C,
) -> Result<(SliceAxes<L, C>, isize), LayoutError> {
    let (layout, offset) = slice_axes::compute(layout, slices)?;
    Ok(start_of_part(layout, offset))
}

/// The elements of a thread. The caller has called [`check_shares`] in `const`.
///
/// # Panics
/// When the divide by the shape of `threads` is refused, or `threads` has no inverse, for run-time integers, and when
/// `thread` is not below the number of threads.
#[inline]
#[track_caller]
pub fn share_of<L: AnyLayout, R: AnyLayout>(
    layout: L,
    threads: R,
    thread: usize,
) -> (Partition<L, R>, isize) {
    share(layout, threads, thread)
}

/// Stops the compiler unless the tiler divides the layout, as far as the integers are known.
#[track_caller]
pub const fn check_tiles<L: AnyLayout, K: Tiler>() {
    zipped_divide::check::<L, K>()
}

/// The tiles in linear order. The caller has called [`check_tiles`] or [`check_tiles_mut`] in `const`.
///
/// # Errors
/// When the divide is refused for run-time integers.
#[inline]
pub fn tiles_of<L: AnyLayout, K: Tiler>(
    layout: L,
    tiler: K,
) -> Result<TilePartitioning<ZippedDivide<L, K>>, LayoutError> {
    Ok(TilePartitioning(zipped_divide::compute(layout, tiler)?))
}
