//! Functions that the conversions share: layouts of extents and strides, elements in C order.
#![allow(dead_code, reason = "the features determine which functions are used")]

use super::axes::is_grouped;
use super::pairs::Pairs;
use super::{ArrayError, ArrayLayout};
use crate::tensor::{Boxed, View, ViewMut};
use alloc::vec::Vec;
use core::mem::needs_drop;
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

/// The layout of contiguous elements in C order.
///
/// # Errors
/// When there are too many axes, or the size does not fit `isize`.
pub fn row_major_axes(extents: &[usize]) -> Result<value::Layout, LayoutError> {
    compact(extents, false)
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

/// The extents and strides of the axes of a flat layout, in elements. All strides are 0 if there are no coordinates.
pub(super) fn extents_and_strides(flat: &value::Layout) -> (Vec<usize>, Vec<isize>) {
    let moves = flat.size() > 0;
    let leaves = (0..flat.leaf_count()).map(|k| flat.leaf(k));
    leaves.map(|(n, d)| (n as usize, if moves { d as isize } else { 0 })).unzip()
}

/// Compares the number of axes of a layout with the number of axes of an array.
///
/// # Errors
/// When they differ.
pub(super) fn check_rank(
    layout: &value::Layout,
    axes: usize,
    rank: usize,
) -> Result<(), LayoutError> {
    if axes == rank {
        return Ok(());
    }
    let rule = Rule::Array(ArrayRule::FlatRank { layout: axes, array: rank });
    Err(LayoutError::refused(Operation::Flat, Operand::Layout(*layout), Operand::None, rule))
}

/// A copy of the elements in C order: the last axis varies fastest.
///
/// # Errors
/// When there is no memory for it.
///
/// # Panics
/// When no array of the size can exist.
pub(super) fn row_major<T: Clone, L: ArrayLayout>(
    view: View<'_, T, L>,
) -> Result<Vec<T>, ArrayError> {
    all(row_major_view(view)?)
}

/// A copy of the elements: the first mode varies fastest.
///
/// # Errors
/// When there is no memory for it.
///
/// # Panics
/// When no array of the size can exist.
pub(super) fn all<T: Clone>(view: View<'_, T, value::Layout>) -> Result<Vec<T>, ArrayError> {
    let size = view.dynamic_layout().size() as usize;
    check_array::<T>(size);
    let mut out = space(size)?;
    match pairs_in_order(view) {
        Some(pairs) => match pairs.as_slice() {
            Some(elements) => out.extend_from_slice(elements),
            None => {
                out.resize_with(size, || pairs.first().clone());
                pairs.write_to(&mut out, 0);
            }
        },
        None => out.extend(view.elements().cloned()),
    }
    Ok(out)
}

/// The elements with their linear indices, to fill an array of them that has copies of one at first. `None` if there are no
/// elements, or they own memory: then each is cloned once.
fn pairs_in_order<T>(view: View<'_, T, value::Layout>) -> Option<Pairs<'_, T>> {
    Pairs::in_order(view).filter(|pairs| !needs_drop::<T>() || pairs.as_slice().is_some())
}

/// A view of the elements in C order: its first mode varies fastest, as the last axis of the array does.
///
/// # Panics
/// When no array of the size can exist.
pub(super) fn row_major_view<T, L: ArrayLayout>(
    view: View<'_, T, L>,
) -> Result<View<'_, T, value::Layout>, LayoutError> {
    let is_grouped = is_grouped(*view.layout_ref());
    let view = view.as_dynamic();
    let layout = view.dynamic_layout();
    check_array::<T>(layout.size() as usize);
    let mut leaves: Vec<usize> = (0..layout.leaf_count()).collect();
    // The last axis comes first. The leaves of a nested mode, which is one axis, keep their order.
    leaves.reverse();
    if !is_grouped {
        let mut rest = &mut leaves[..];
        for mode in (0..layout.rank()).rev() {
            let (axis, before) = rest.split_at_mut(layout.mode(mode)?.leaf_count());
            axis.reverse();
            rest = before;
        }
    }
    reordered(view, &leaves)
}

/// A view of the elements in the order in which the first of these leaves of the layout varies fastest. A leaf with one
/// coordinate may lack.
pub(super) fn reordered<'a, T>(
    view: View<'a, T, value::Layout>,
    leaves: &[usize],
) -> Result<View<'a, T, value::Layout>, LayoutError> {
    let layout = view.dynamic_layout();
    let leaves = || leaves.iter().map(|&k| layout.leaf(k));
    let (shape, stride) =
        (tuple(leaves().map(|leaf| leaf.0))?, tuple(leaves().map(|leaf| leaf.1))?);
    let layout = value::Layout::new(shape, stride)?;
    // SAFETY: V3: the leaves in another order have the same offsets.
    Ok(unsafe { View::over(view.first(), layout) })
}

/// A copy of the elements at the offsets `0..size` of a layout, in their linear order.
///
/// # Errors
/// When there is no memory for it.
pub(super) fn boxed<T: Clone>(
    view: View<'_, T, value::Layout>,
    layout: value::Layout,
) -> Result<Boxed<T, value::Layout>, ArrayError> {
    let size = view.dynamic_layout().size() as usize;
    let mut elements = view.elements();
    let copy = match pairs_in_order(view) {
        Some(pairs) => match pairs.as_slice() {
            Some(elements) => Boxed::of_offsets(layout, size, |i| elements[i].clone()),
            None => {
                let copy = Boxed::of_offsets(layout, size, |_| pairs.first().clone());
                copy.map(|mut copy| {
                    pairs.write_to(copy.parts_mut().0, 0);
                    copy
                })
            }
        },
        None => Boxed::of_offsets(layout, size, |_| match elements.next() {
            Some(element) => element.clone(),
            None => unreachable!("as many elements as coordinates"),
        }),
    };
    copy.ok_or(no_memory::<T>(size))
}

/// Checks that an array of `size` elements can exist.
///
/// # Panics
/// When the number of bytes does not fit `isize`.
#[track_caller]
pub(super) fn check_array<T>(size: usize) {
    let each = size_of::<T>();
    let fits = size.checked_mul(each).is_some_and(|bytes| isize::try_from(bytes).is_ok());
    assert!(fits, "no array has {size} elements of {each} bytes");
}

/// An empty vector with space for `count` elements.
///
/// # Errors
/// When there is no memory for them.
pub(super) fn space<T>(count: usize) -> Result<Vec<T>, ArrayError> {
    let mut out = Vec::new();
    match out.try_reserve_exact(count) {
        Ok(()) => Ok(out),
        Err(_) => Err(no_memory::<T>(count)),
    }
}

/// The error of an array of `count` elements that there is no memory for.
pub(super) const fn no_memory<T>(count: usize) -> ArrayError {
    ArrayError::Memory { bytes: count.saturating_mul(size_of::<T>()) }
}

/// The result of a copy by a function whose errors are about layouts alone.
///
/// # Panics
/// When there was no memory for the copy.
#[track_caller]
pub(super) fn with_memory<T>(copy: Result<T, ArrayError>) -> Result<T, LayoutError> {
    match copy {
        Ok(copy) => Ok(copy),
        Err(ArrayError::Layout(error)) => Err(error),
        Err(error) => panic!("{error}"),
    }
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
    let rows = value::Layout::row_major(flat.shape())?;
    if !is_grouped(*flat) {
        return flat.read_axes(&rows);
    }
    for axis in 0..flat.leaf_count() {
        let ((extent, found), (_, expected)) = (flat.leaf(axis), rows.leaf(axis));
        if flat.size() > 0 && extent > 1 && found != expected {
            let rule = Rule::Array(ArrayRule::AxisStride { axis, found, expected });
            let (array, pattern) = (Operand::Layout(*flat), Operand::Pattern(rows));
            return Err(LayoutError::refused(Operation::ReadArray, array, pattern, rule));
        }
    }
    Ok(rows)
}

/// The extent of each axis: the size of each top mode, or the leaves in groups.
///
/// # Errors
/// When a mode has more coordinates than `isize` counts.
pub fn extents<L: ArrayLayout>(layout: L) -> Result<Vec<usize>, LayoutError> {
    let is_grouped = is_grouped(layout);
    let layout = layout.integers();
    if is_grouped {
        return Ok((0..layout.leaf_count()).map(|k| layout.leaf(k).0 as usize).collect());
    }
    (0..layout.rank()).map(|mode| Ok(layout.mode(mode)?.size() as usize)).collect()
}
