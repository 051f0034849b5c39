//! [`ArrayError`]: why an array of another crate or format cannot be viewed.

use alloc::string::String;
use core::fmt;
use layout_core::LayoutError;

/// Why an array of another crate or format cannot be viewed, or a view cannot become one.
///
/// ```
/// use static_layout::{interop::*, *};
/// let error = ArrayError::Alignment { rest: 2, alignment: 4 };
/// assert_eq!(
///     error.to_string(),
///     "the first element is 2 bytes past a multiple of 4, the alignment of its type: copy it"
/// );
/// ```
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum ArrayError {
    /// The extents or strides differ from the layout.
    Layout(LayoutError),
    /// The first element is not aligned. A function that ends in `_copied` accepts it.
    Alignment {
        /// The address of the element modulo the alignment, in bytes.
        rest: usize,
        /// The alignment in bytes.
        alignment: usize,
    },
    /// The elements have another type.
    Element {
        /// The name of the type in the format.
        found: String,
        /// The expected type, in Rust.
        expected: &'static str,
    },
    /// The elements have the other byte order. A function that ends in `_copied` accepts them.
    ByteOrder,
    /// The number of bytes is not the number that the extents need.
    Length {
        /// The number of bytes in the file.
        found: usize,
        /// The number of bytes of an array with these extents.
        needed: usize,
    },
    /// The bytes of an element are not a value of its type, such as 2 for `bool`.
    Value {
        /// The type, in Rust.
        expected: &'static str,
    },
    /// The header or structure around the elements is malformed.
    Format(String),
    /// Some elements are null, in `arrow`.
    Nulls {
        /// The number of null elements.
        count: usize,
    },
    /// There is no memory for a copy of the elements.
    Memory {
        /// The size of the copy in bytes.
        bytes: usize,
    },
    /// The elements are not in main memory.
    Device {
        /// The kind of device, by DLPack's numbers.
        kind: i32,
        /// The number of the device among the devices of its kind.
        id: i32,
    },
    /// The elements are read-only.
    ReadOnly,
    /// The pointer to the elements is null.
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
                write!(f, "the bytes of an element are not a value of {expected}")
            }
            ArrayError::Format(what) => f.write_str(what),
            ArrayError::Nulls { count } => write!(f, "{count} elements are null"),
            ArrayError::Memory { bytes } => write!(f, "no memory for {bytes} bytes"),
            ArrayError::Device { kind, id } => {
                write!(f, "the elements are on device {id} of kind {kind}, not in main memory")
            }
            ArrayError::ReadOnly => f.write_str("the elements must not be written"),
            ArrayError::Null => f.write_str("there are elements, but the pointer to them is null"),
        }
    }
}

error_of_layouts! { ArrayError }
