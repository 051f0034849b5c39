//! The bytes of a file as elements.

use super::{ArrayElement, ArrayError};
use alloc::vec::Vec;
use bytemuck::PodCastError;
use bytemuck::checked::{
    CheckedBitPattern, CheckedCastError, try_cast_slice, try_pod_read_unaligned,
};

/// The bytes as elements, in place.
///
/// # Errors
/// When the bytes are not aligned, not whole elements, or not values of the type.
pub(super) fn elements<T: ArrayElement + CheckedBitPattern>(
    bytes: &[u8],
) -> Result<&[T], ArrayError> {
    if bytes.is_empty() {
        return Ok(&[]);
    }
    let alignment = align_of::<T>();
    try_cast_slice(bytes).map_err(|error| match error {
        CheckedCastError::InvalidBitPattern => ArrayError::Value { expected: T::NAME },
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
