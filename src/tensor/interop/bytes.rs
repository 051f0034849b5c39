//! The bytes of a file as elements.
#![allow(dead_code, reason = "the features determine which functions are used")]

use super::element::unit;
use super::foreign::{row_major_view, space};
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
    let (mut out, mut one) = (space(bytes.len() / size_of::<T>())?, Vec::new());
    for bytes in bytes.chunks_exact(size_of::<T>()) {
        one.clear();
        one.extend_from_slice(bytes);
        if let Some(unit) = unit {
            one.chunks_exact_mut(unit).for_each(<[u8]>::reverse);
        }
        let element = try_pod_read_unaligned(&one);
        out.push(element.map_err(|_| ArrayError::Value { expected })?);
    }
    Ok(Cow::Owned(out))
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
    view.elements().for_each(|element| out.extend_from_slice(bytemuck::bytes_of(element)));
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
