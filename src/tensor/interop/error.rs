//! Why an array is no view.

use alloc::string::String;
use core::fmt;
use layout_core::LayoutError;

/// Why an array of another system is no view, or a view no array of it.
///
/// ```
/// use static_layout::*;
/// let error = ArrayError::Alignment { rest: 2, alignment: 4 };
/// assert_eq!(
///     error.to_string(),
///     "the first element is 2 bytes past a multiple of 4, the alignment of its type: copy it"
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ArrayError {
    /// The layout does not fit.
    Layout(LayoutError),
    /// The first element is not aligned. Functions that end in `_copied` take it.
    Alignment {
        /// Its address modulo the alignment.
        rest: usize,
        /// The alignment in bytes.
        alignment: usize,
    },
    /// The elements are of another type.
    Element {
        /// As the system calls it.
        found: String,
        /// As Rust calls it.
        expected: &'static str,
    },
    /// The bytes of an element are in the other order. Functions that end in `_copied` take them.
    ByteOrder,
    /// Not as many bytes as the extents need.
    Length {
        /// The number of bytes that there are.
        found: usize,
        /// The number of bytes of the elements.
        needed: usize,
    },
    /// The bytes of an element are no value of its type.
    Value {
        /// The type.
        expected: &'static str,
    },
    /// The text or the bytes around the elements are malformed.
    Format(String),
    /// Elements are missing.
    Nulls {
        /// How many.
        count: usize,
    },
    /// The elements are not in memory that the processor reads.
    Device {
        /// The kind of device, as DLPack numbers it.
        kind: i32,
        /// Its number.
        id: i32,
    },
    /// The elements must not be written.
    ReadOnly,
    /// There are elements, but the pointer to them is null.
    Null,
}

impl fmt::Display for ArrayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ArrayError::Layout(error) => error.fmt(f),
            ArrayError::Alignment { rest, alignment } => write!(
                f,
                "the first element is {rest} bytes past a multiple of {alignment}, the alignment of its type: copy it"
            ),
            ArrayError::Element { found, expected } => {
                write!(f, "the elements are {found}, not {expected}")
            }
            ArrayError::ByteOrder => {
                f.write_str("the bytes of the elements are in the other order: copy them")
            }
            ArrayError::Length { found, needed } => {
                write!(f, "the elements take {needed} bytes, {found} are there")
            }
            ArrayError::Value { expected } => {
                write!(f, "the bytes of an element are no value of {expected}")
            }
            ArrayError::Format(what) => f.write_str(what),
            ArrayError::Nulls { count } => write!(f, "{count} elements are null"),
            ArrayError::Device { kind, id } => {
                write!(f, "the elements are on device {id} of kind {kind}, not in main memory")
            }
            ArrayError::ReadOnly => f.write_str("the elements must not be written"),
            ArrayError::Null => f.write_str("there are elements, but the pointer to them is null"),
        }
    }
}

impl core::error::Error for ArrayError {}

impl From<LayoutError> for ArrayError {
    fn from(error: LayoutError) -> Self {
        ArrayError::Layout(error)
    }
}
