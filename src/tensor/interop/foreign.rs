//! What the arrays of all other crates are made with.
#![allow(dead_code, reason = "which of it is used depends on the features")]

use super::ArrayLayout;
use crate::tensor::{View, ViewMut};
use alloc::vec::Vec;
use layout_core::{self as value, LayoutError, Operand, Operation, Rule};

/// The axes of an array, in elements; refused past the limits of a layout.
pub(super) fn axes(
    extents: impl IntoIterator<Item = usize>,
    strides: impl IntoIterator<Item = isize>,
) -> Result<value::Layout, LayoutError> {
    value::Layout::new(shape(extents)?, tuple(strides.into_iter().map(|stride| stride as i64))?)
}

/// Elements one after the other, the last axis fastest, or the first one.
pub(super) fn compact(
    extents: &[usize],
    first_fastest: bool,
) -> Result<value::Layout, LayoutError> {
    let mut stride = 1_isize;
    let mut next = |extent: usize| {
        let before = stride;
        // Past `isize` there is no such layout, which is found where it is made.
        stride = stride.saturating_mul(isize::try_from(extent.max(1)).unwrap_or(isize::MAX));
        before
    };
    let mut strides: Vec<isize> = if first_fastest {
        extents.iter().map(|&extent| next(extent)).collect()
    } else {
        extents.iter().rev().map(|&extent| next(extent)).collect()
    };
    if !first_fastest {
        strides.reverse();
    }
    axes(extents.iter().copied(), strides)
}

/// The same for extents that are a tuple, the last axis fastest.
pub(super) fn compact_of(shape: &value::IntTuple) -> Result<value::Layout, LayoutError> {
    value::Layout::row_major(*shape)
}

/// The extents as a tuple.
pub(super) fn shape(
    extents: impl IntoIterator<Item = usize>,
) -> Result<value::IntTuple, LayoutError> {
    // `i64::MIN` is an integer past the greatest one.
    tuple(extents.into_iter().map(|extent| i64::try_from(extent).unwrap_or(i64::MIN)))
}

fn tuple(values: impl Iterator<Item = i64>) -> Result<value::IntTuple, LayoutError> {
    // One more than there may be, which is refused.
    let mut leaves = [value::IntTuple::leaf(0); value::MAX_RANK + 1];
    let mut rank = 0;
    for (leaf, value) in leaves.iter_mut().zip(values) {
        *leaf = value::IntTuple::leaf(value);
        rank += 1;
    }
    value::IntTuple::tuple(&leaves[..rank])
}

/// The extents and strides of a flat layout; without coordinates all strides are 0.
pub(super) fn extents_and_strides(flat: &value::Layout) -> (Vec<usize>, Vec<isize>) {
    let moves = flat.size() > 0;
    let leaves = (0..flat.leaf_count()).map(|k| flat.leaf(k));
    leaves.map(|(n, d)| (n as usize, if moves { d as isize } else { 0 })).unzip()
}

/// A layout has `rank` modes; otherwise no array of so many axes is it.
pub(super) fn check_rank(flat: &value::Layout, rank: usize) -> Result<(), LayoutError> {
    if flat.rank() == rank {
        return Ok(());
    }
    let rule = Rule::Ranks { left: flat.rank(), right: rank };
    Err(LayoutError::refused(Operation::Flat, Operand::Layout(*flat), Operand::None, rule))
}

/// The elements, the last mode fastest: what most systems call C order.
pub(super) fn row_major<T: Clone, L: ArrayLayout>(
    view: View<'_, T, L>,
) -> Result<Vec<T>, LayoutError> {
    let view = view.as_dynamic();
    let layout = view.dynamic_layout();
    let (mut order, rank) = ([0; value::MAX_RANK], layout.rank());
    for (k, mode) in order[..rank].iter_mut().enumerate() {
        *mode = rank - 1 - k;
    }
    // SAFETY: the modes in another order have the same offsets.
    let reversed = unsafe { View::over(view.first(), layout.select(&order[..rank])?) };
    Ok(reversed.elements().cloned().collect())
}

/// The elements, where they lie one after the other, the last mode fastest.
pub(super) fn row_major_slice<T, L: ArrayLayout>(
    view: View<'_, T, L>,
) -> Result<&[T], LayoutError> {
    let view = view.to_flat()?;
    let layout = check_row_major(&view.dynamic_layout())?;
    // SAFETY: the offsets of the coordinates are those from 0 to the size.
    Ok(unsafe { core::slice::from_raw_parts(view.first().as_ptr(), layout.size() as usize) })
}

/// [`row_major_slice`] of elements that may be written.
pub(super) fn row_major_slice_mut<T, L: ArrayLayout>(
    view: ViewMut<'_, T, L>,
) -> Result<&mut [T], LayoutError> {
    let view = view.to_flat()?;
    let layout = check_row_major(&view.dynamic_layout())?;
    // SAFETY: the offsets of the coordinates are those from 0 to the size; the view ends here and has had the
    // elements alone.
    Ok(unsafe { core::slice::from_raw_parts_mut(view.first().as_ptr(), layout.size() as usize) })
}

/// The layout, compared with the one of its extents whose last mode is fastest.
pub(super) fn check_row_major(flat: &value::Layout) -> Result<value::Layout, LayoutError> {
    flat.read_axes(&value::Layout::row_major(flat.shape())?)
}

/// The number of coordinates of each mode.
pub(super) fn extents<L: ArrayLayout>(layout: L) -> Result<Vec<usize>, LayoutError> {
    let layout = layout.integers();
    (0..layout.rank()).map(|mode| Ok(layout.mode(mode)?.size() as usize)).collect()
}
