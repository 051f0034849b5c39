//! Views of arrays of other crates and formats, and arrays of views, without copies.
//!
//! ```text
//! their array  -- axes -->  View<T, dynamic::Layout> of depth 1  -- read_axes -->  View<T, L>
//! their array  <-- axes --  View<T, dynamic::Layout> of depth 1  <-- to_flat ---  View<T, L>
//! ```
//!
//! Their arrays have one extent and one stride for each axis. File formats also name the element types (`ArrayElement`),
//! and have errors beyond the layout (`ArrayError`).
//!
//! | elements | `.npy`, `.npz` | `safetensors` | DLPack | `arrow` |
//! |---|---|---|---|---|
//! | `bool` | `b1` | `BOOL` | code 6 | none: its `Boolean` is bits |
//! | `u8` to `u64`, `i8` to `i64` | `u1` to `i8` | `U8` to `I64` | codes 1, 0 | `UInt8` to `Int64` |
//! | `f32`, `f64` | `f4`, `f8` | `F32`, `F64` | code 2 | `Float32`, `Float64` |
//! | `f16`, feature `half` | `f2` | `F16` | code 2 | `Float16` |
//! | `bf16`, feature `half` | none; bits named `V2` | `BF16` | code 4 | none |
//! | `Complex<f32>`, feature `num-complex` | `c8` | `C64` | code 5 | none |
//! | `Complex<f64>`, feature `num-complex` | `c16` | none | code 5 | none |
//! | others, read as bits with their name | `from_npy_bits` | `from_safetensors_bits` | `from_dlpack_bits` | dates, decimals: their native types |
//!
//! A type that a format lacks is refused by its name. Bytes of `bool` other than 0 and 1 are refused before there is a view.
//! `ndarray`, `nalgebra`, `mdarray` and rows have elements of any type.

/// A constructor of `Boxed` that copies the elements of a view by the function `$view`.
#[allow(unused_macros, reason = "the features determine which conversions exist")]
macro_rules! copies {
    ($(#[$doc:meta])* pub fn $name:ident[$($parameters:tt)*]($from:ident: $From:ty) = $view:ident;) => {
        impl<T: Clone, L: ArrayLayout> Boxed<T, L> {
            $(#[$doc])*
            ///
            /// # Errors
            /// When an extent differs from a static one of `L`, or two coordinates of `L` would share an element.
            ///
            /// # Panics
            /// When there is no memory for the copy.
            pub fn $name<$($parameters)*>($from: $From) -> Result<Self, LayoutError> {
                crate::tensor::interop::foreign::with_memory(L::copied(View::$view($from)?))
            }
        }
    };
}
/// `TryFrom` by a function of the type, one row a conversion: `[parameters] theirs => ours, error, function;`.
#[allow(unused_macros, reason = "the features determine which conversions exist")]
macro_rules! conversions {
    ($([$($parameters:tt)*] $From:ty => $To:ty, $Error:ty, $function:expr;)*) => {$(
        impl<'a, $($parameters)*> TryFrom<$From> for $To {
            type Error = $Error;
            fn try_from(from: $From) -> Result<Self, $Error> {
                $function(from)
            }
        }
    )*};
}

#[cfg(feature = "arrow")]
mod arrow;
mod axes;
#[cfg(any(feature = "npy", feature = "safetensors", feature = "arrow-ipc"))]
mod bytes;
#[cfg(feature = "alloc")]
mod copied;
#[cfg(feature = "dlpack")]
pub mod dlpack;
#[cfg(any(feature = "npy", feature = "safetensors", feature = "dlpack", feature = "arrow-ipc"))]
mod element;
#[cfg(feature = "alloc")]
mod error;
#[cfg(feature = "alloc")]
mod foreign;
#[cfg(feature = "generic-array")]
mod generic_array;
#[cfg(feature = "image")]
mod image;
#[cfg(feature = "mdarray")]
mod mdarray;
#[cfg(feature = "nalgebra")]
mod nalgebra;
#[cfg(feature = "ndarray")]
mod ndarray;
#[cfg(feature = "npy")]
mod npy;
#[cfg(feature = "alloc")]
mod pairs;
#[cfg(feature = "alloc")]
mod rows;
#[cfg(feature = "safetensors")]
mod safetensors;

/// The axes of arrays as layouts, for formats with elements of their own.
#[cfg(feature = "alloc")]
pub(super) mod of_axes {
    pub use super::axes::read as read_axes;
    pub use super::foreign::extents as extents_of_axes;
    pub use super::foreign::row_major_axes;
}

#[cfg(feature = "bytemuck")]
pub use super::recast::{ElementBits, RecastError, RecastLayout};
pub use axes::ArrayLayout;
#[cfg(feature = "dlpack")]
pub use dlpack::{DlpackTensor, DlpackView};
#[cfg(any(
    feature = "npy",
    feature = "safetensors",
    feature = "dlpack",
    feature = "arrow-ipc"
))]
pub use element::{ArrayElement, ElementKind};
#[cfg(feature = "alloc")]
pub use error::ArrayError;
#[cfg(feature = "npz")]
pub use npy::Npz;
#[cfg(feature = "safetensors")]
pub use safetensors::SafetensorsData;
