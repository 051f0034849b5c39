//! The bytes of a file as elements.
#![allow(dead_code, reason = "the features determine which functions are used")]

use super::element::unit;
use super::foreign::{row_major_view, space};
use super::pairs::Pairs;
use super::{ArrayElement, ArrayError, ArrayLayout};
use crate::tensor::View;
use alloc::borrow::Cow;
use alloc::vec::Vec;
use bytemuck::checked::{
    CheckedBitPattern, CheckedCastError, try_cast_slice, try_pod_read_unaligned,
};
use bytemuck::{AnyBitPattern, NoUninit, PodCastError};

/// The bytes as elements, in place.
///
/// # Errors
/// When the bytes are not aligned, not whole elements, or not values of the type.
pub(super) fn elements<T: ArrayElement + CheckedBitPattern>(
    bytes: &[u8],
) -> Result<&[T], ArrayError> {
    cast(bytes, T::NAME)
}

/// The bytes as elements of any type, in place.
///
/// # Errors
/// When the bytes are not aligned, or not whole elements.
pub(super) fn bits<T: AnyBitPattern>(bytes: &[u8]) -> Result<&[T], ArrayError> {
    cast(bytes, core::any::type_name::<T>())
}

fn cast<'a, T: CheckedBitPattern>(
    bytes: &'a [u8],
    expected: &'static str,
) -> Result<&'a [T], ArrayError> {
    if bytes.is_empty() {
        return Ok(&[]);
    }
    let alignment = align_of::<T>();
    try_cast_slice(bytes).map_err(|error| match error {
        CheckedCastError::InvalidBitPattern => ArrayError::Value { expected },
        CheckedCastError::PodCastError(PodCastError::TargetAlignmentGreaterAndInputNotAligned) => {
            ArrayError::Alignment { rest: bytes.as_ptr().addr() % alignment, alignment }
        }
        CheckedCastError::PodCastError(_) => partial_element::<T>(bytes),
    })
}

/// The bytes as elements: in place if they are aligned and not reversed. The bytes of each part of an element are reversed if
/// `swap`.
///
/// # Errors
/// When the bytes are not whole elements, or not values of the type, or memory runs out.
pub(super) fn elements_at_any<T: ArrayElement + CheckedBitPattern>(
    bytes: &[u8],
    swap: bool,
) -> Result<Cow<'_, [T]>, ArrayError> {
    at_any(bytes, swap.then_some(unit::<T>()), T::NAME)
}

/// The bytes as elements of any type: in place if they are aligned and not reversed. The bytes of each `unit` of them are
/// reversed, if there is one.
///
/// # Errors
/// When the bytes are not whole elements, or memory runs out.
pub(super) fn bits_at_any<T: AnyBitPattern>(
    bytes: &[u8],
    unit: Option<usize>,
) -> Result<Cow<'_, [T]>, ArrayError> {
    at_any(bytes, unit, core::any::type_name::<T>())
}

fn at_any<'a, T: CheckedBitPattern>(
    bytes: &'a [u8],
    unit: Option<usize>,
    expected: &'static str,
) -> Result<Cow<'a, [T]>, ArrayError> {
    match cast(bytes, expected) {
        Ok(elements) if unit.is_none() => return Ok(Cow::Borrowed(elements)),
        _ => {}
    }
    if !bytes.len().is_multiple_of(size_of::<T>()) {
        return Err(partial_element::<T>(bytes));
    }
    // The branches of the usual units are compiled for constants.
    let elements = match unit {
        None => copied(bytes, |_| {}),
        Some(unit) if unit == size_of::<T>() => copied(bytes, <[u8]>::reverse),
        Some(unit) => copied(bytes, |one| one.chunks_exact_mut(unit).for_each(<[u8]>::reverse)),
    };
    Ok(Cow::Owned(elements?.ok_or(ArrayError::Value { expected })?))
}

/// The bytes as elements, after `swap` of the bytes of each. `None` if one is not a value of the type.
///
/// # Errors
/// When memory runs out.
#[inline(always)]
fn copied<T: CheckedBitPattern>(
    bytes: &[u8],
    swap: impl Fn(&mut [u8]),
) -> Result<Option<Vec<T>>, ArrayError> {
    /// The bytes of the greatest element that is swapped on the stack.
    const MOST: usize = 64;
    let (mut out, mut long) = (space(bytes.len() / size_of::<T>())?, Vec::new());
    // Elements of at most `MOST` bytes need no allocation, so their loop can be vectorized.
    if size_of::<T>() > MOST {
        long = space(size_of::<T>())?;
    }
    let mut read = |bytes: &[u8]| -> Option<T> {
        let mut short = [0; MOST];
        let one = if size_of::<T>() > MOST {
            long.clear();
            long.extend_from_slice(bytes);
            &mut long[..]
        } else {
            let one = &mut short[..size_of::<T>()];
            one.copy_from_slice(bytes);
            one
        };
        swap(one);
        try_pod_read_unaligned(one).ok()
    };
    let chunks = || bytes.chunks_exact(size_of::<T>());
    // Checks all elements first, so the loop that copies has no exit and can be vectorized. Of types that all bits are values
    // of, the compiler removes this pass.
    if !chunks().all(|bytes| read(bytes).is_some()) {
        return Ok(None);
    }
    out.extend(chunks().map(|bytes| match read(bytes) {
        Some(element) => element,
        None => unreachable!("all elements are values"),
    }));
    Ok(Some(out))
}

/// Appends the bytes of the elements in C order.
///
/// # Errors
/// When memory runs out.
///
/// # Panics
/// When no array of the size can exist.
pub(super) fn append<T: NoUninit, L: ArrayLayout>(
    out: &mut Vec<u8>,
    view: View<'_, T, L>,
) -> Result<(), ArrayError> {
    let view = row_major_view(view)?;
    let bytes = view.dynamic_layout().size() as usize * size_of::<T>();
    out.try_reserve_exact(bytes).map_err(|_| ArrayError::Memory { bytes })?;
    // Without a coordinate there are no bytes.
    let Some(pairs) = Pairs::in_order(view) else { return Ok(()) };
    if let Some(elements) = pairs.as_slice() {
        out.extend_from_slice(bytemuck::cast_slice(elements));
        return Ok(());
    }
    let start = out.len();
    out.resize(start + bytes, 0);
    let out = &mut out[start..];
    pairs.for_each_row(|y, row| {
        let (at, row) = (y as usize * size_of::<T>(), bytemuck::cast_slice(row));
        out[at..at + row.len()].copy_from_slice(row);
    });
    Ok(())
}

/// Compares the size of elements of a type with that of elements by name.
///
/// # Errors
/// When they differ, or are 0.
pub(super) fn check_size<T>(name: &str, size: usize) -> Result<(), ArrayError> {
    if size == size_of::<T>() && size > 0 {
        return Ok(());
    }
    let found = alloc::format!("{name} of {size} bytes");
    Err(ArrayError::Element { found, expected: core::any::type_name::<T>() })
}

/// Compares the number of bytes with the number that an array of this layout needs.
///
/// # Errors
/// [`ArrayError::Length`] when they differ.
pub(super) fn check_length<T>(
    bytes: &[u8],
    layout: &layout_core::Layout,
) -> Result<(), ArrayError> {
    let (found, needed) = (bytes.len(), (layout.size() as usize).checked_mul(size_of::<T>()));
    match needed {
        Some(needed) if found == needed => Ok(()),
        _ => Err(ArrayError::Length { found, needed: needed.unwrap_or(usize::MAX) }),
    }
}

/// The error for bytes that end within an element.
fn partial_element<T>(bytes: &[u8]) -> ArrayError {
    let found = bytes.len();
    ArrayError::Length { found, needed: found.next_multiple_of(size_of::<T>()) }
}
