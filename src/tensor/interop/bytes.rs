//! The bytes of a file as elements.

use super::{ArrayElement, ArrayError};
use alloc::string::String;
use alloc::vec::Vec;
use bytemuck::checked::{
    CheckedBitPattern, CheckedCastError, try_cast_slice, try_pod_read_unaligned,
};
use bytemuck::{AnyBitPattern, PodCastError};

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

/// The bytes as copied elements, aligned or not, each with its bytes reversed if `swap`.
///
/// # Errors
/// When the bytes are not whole elements, or not values of the type.
pub(super) fn elements_copied<T: ArrayElement + CheckedBitPattern>(
    bytes: &[u8],
    swap: bool,
) -> Result<Vec<T>, ArrayError> {
    if !bytes.len().is_multiple_of(size_of::<T>()) {
        return Err(partial_element::<T>(bytes));
    }
    let element = |bytes: &[u8]| {
        let mut room = [0; 16];
        let room = &mut room[..size_of::<T>()];
        room.copy_from_slice(bytes);
        if swap {
            room.reverse();
        }
        try_pod_read_unaligned(room).map_err(|_| ArrayError::Value { expected: T::NAME })
    };
    bytes.chunks_exact(size_of::<T>()).map(element).collect()
}

/// The bytes as copied elements of any type, aligned or not. The bytes of each `unit` of them are reversed, if there is one.
///
/// # Errors
/// When the bytes are not whole elements.
pub(super) fn bits_copied<T: AnyBitPattern>(
    bytes: &[u8],
    unit: Option<usize>,
) -> Result<Vec<T>, ArrayError> {
    if !bytes.len().is_multiple_of(size_of::<T>()) {
        return Err(partial_element::<T>(bytes));
    }
    let mut bytes = bytes.to_vec();
    if let Some(unit) = unit {
        bytes.chunks_exact_mut(unit).for_each(<[u8]>::reverse);
    }
    Ok(bytes.chunks_exact(size_of::<T>()).map(bytemuck::pod_read_unaligned).collect())
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

/// A name in quotes.
pub(super) fn quoted(name: &str) -> String {
    alloc::format!("'{name}'")
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
