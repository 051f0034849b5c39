//! Functions that the conversions share: layouts of extents and strides, elements in C order.
#![allow(dead_code, reason = "the features determine which functions are used")]

use super::ArrayLayout;
use crate::tensor::{View, ViewMut};
use alloc::vec::Vec;
use layout_core::{self as value, ArrayRule, LayoutError, Operand, Operation, Rule};

/// The layout of an array by its extents and strides, in elements.
///
/// # Errors
/// When there are too many axes, or a number does not fit.
pub(super) fn axes(
    extents: impl IntoIterator<Item = usize>,
    strides: impl IntoIterator<Item = isize>,
) -> Result<value::Layout, LayoutError> {
    value::Layout::new(shape(extents)?, tuple(strides.into_iter().map(|stride| stride as i64))?)
}

/// The layout of contiguous elements in C order, or in Fortran order if `first_fastest`.
///
/// # Errors
/// When there are too many axes, or the size does not fit `isize`.
pub(super) fn compact(
    extents: &[usize],
    first_fastest: bool,
) -> Result<value::Layout, LayoutError> {
    // An extent of 0 counts as 1, as in NumPy.
    let (mut strides, mut stride) = (alloc::vec![0; extents.len()], 1_isize);
    for k in 0..extents.len() {
        let axis = if first_fastest { k } else { extents.len() - 1 - k };
        strides[axis] = stride;
        // A saturated stride is beyond every layout, so `axes` below returns the error.
        stride = stride.saturating_mul(isize::try_from(extents[axis].max(1)).unwrap_or(isize::MAX));
    }
    axes(extents.iter().copied(), strides)
}

/// The extents of an array as a tuple.
///
/// # Errors
/// When there are too many axes, or an extent does not fit `i64`.
pub(super) fn shape(
    extents: impl IntoIterator<Item = usize>,
) -> Result<value::IntTuple, LayoutError> {
    // A tuple refuses `i64::MIN`, as it refuses integers beyond `i64`.
    tuple(extents.into_iter().map(|extent| i64::try_from(extent).unwrap_or(i64::MIN)))
}

/// The integers as a tuple of leaves. More than 12 are in groups of 12, the last of which may be shorter:
/// `((a,b,..,l),(m,n))`.
///
/// # Errors
/// When there are more than 32, or an integer does not fit.
pub(super) fn tuple(values: impl Iterator<Item = i64>) -> Result<value::IntTuple, LayoutError> {
    // One leaf more than the limit, which `IntTuple::tuple` refuses.
    let leaves: Vec<value::IntTuple> =
        values.take(value::MAX_LEAVES + 1).map(value::IntTuple::leaf).collect();
    if leaves.len() <= value::MAX_RANK {
        return value::IntTuple::tuple(&leaves);
    }
    let groups = leaves.chunks(value::MAX_RANK).map(value::IntTuple::tuple);
    value::IntTuple::tuple(&groups.collect::<Result<Vec<_>, _>>()?)
}

/// The extents and strides of a flat layout, in elements. All strides are 0 if there are no coordinates.
pub(super) fn extents_and_strides(flat: &value::Layout) -> (Vec<usize>, Vec<isize>) {
    let moves = flat.size() > 0;
    let leaves = (0..flat.leaf_count()).map(|k| flat.leaf(k));
    leaves.map(|(n, d)| (n as usize, if moves { d as isize } else { 0 })).unzip()
}

/// Compares the rank of a layout with the number of axes of an array.
///
/// # Errors
/// When they differ.
pub(super) fn check_rank(flat: &value::Layout, rank: usize) -> Result<(), LayoutError> {
    if flat.rank() == rank {
        return Ok(());
    }
    let rule = Rule::Array(ArrayRule::FlatRank { layout: flat.rank(), array: rank });
    Err(LayoutError::refused(Operation::Flat, Operand::Layout(*flat), Operand::None, rule))
}

/// A copy of the elements in C order: the last top mode varies fastest.
///
/// # Panics
/// When no array of the size can exist.
pub(super) fn row_major<T: Clone, L: ArrayLayout>(
    view: View<'_, T, L>,
) -> Result<Vec<T>, LayoutError> {
    let view = view.as_dynamic();
    let layout = view.dynamic_layout();
    let (size, each) = (layout.size() as usize, size_of::<T>());
    let fits = size.checked_mul(each).is_some_and(|bytes| isize::try_from(bytes).is_ok());
    assert!(fits, "no array has {size} elements of {each} bytes");
    let (mut order, rank) = ([0; value::MAX_RANK], layout.rank());
    for (k, mode) in order[..rank].iter_mut().enumerate() {
        *mode = rank - 1 - k;
    }
    // SAFETY: V3: the modes in another order have the same offsets.
    let reversed = unsafe { View::over(view.first(), layout.select(&order[..rank])?) };
    Ok(reversed.elements().cloned().collect())
}

macro_rules! row_major_slices {
    ($($name:ident, $View:ident<$a:lifetime>, $slice:ty, $from_raw_parts:ident;)*) => {$(
        /// The elements as a slice, if they are contiguous in C order.
        ///
        /// # Errors
        /// When they are not.
        pub(super) fn $name<$a, T, L: ArrayLayout>(
            view: $View<$a, T, L>,
        ) -> Result<$slice, LayoutError> {
            let view = view.to_flat()?;
            let size = check_row_major(&view.dynamic_layout())?.size() as usize;
            // SAFETY: `check_row_major` found that the offsets of the coordinates are exactly the integers below the
            // size, each an element that is valid during `'a` (V1). A mutable view had them alone (V2) and ends here.
            Ok(unsafe { core::slice::$from_raw_parts(view.first().as_ptr(), size) })
        }
    )*};
}
row_major_slices! {
    row_major_slice, View<'a>, &'a [T], from_raw_parts;
    row_major_slice_mut, ViewMut<'a>, &'a mut [T], from_raw_parts_mut;
}

/// The layout, if its elements are contiguous in C order.
///
/// # Errors
/// When a stride differs.
pub(super) fn check_row_major(flat: &value::Layout) -> Result<value::Layout, LayoutError> {
    flat.read_axes(&value::Layout::row_major(flat.shape())?)
}

/// The size of each top mode.
///
/// # Errors
/// When a mode has more coordinates than `isize` counts.
pub(super) fn extents<L: ArrayLayout>(layout: L) -> Result<Vec<usize>, LayoutError> {
    let layout = layout.integers();
    (0..layout.rank()).map(|mode| Ok(layout.mode(mode)?.size() as usize)).collect()
}
