//! Arrays of others as views, and views as their arrays, without copies.
//!
//! Others know one extent and one stride an axis. In between is `View<T, dynamic::Layout>` with a layout of
//! depth 1: [`View::read_axes`] reads it as a layout that the user asks for, [`View::to_flat`] leads back. Formats
//! name the types of their elements ([`ArrayElement`]), and say more than a layout ([`ArrayError`]).

#[cfg(feature = "arrow")]
mod arrow;
mod axes;
#[cfg(any(feature = "npy", feature = "safetensors"))]
mod bytes;
#[cfg(feature = "alloc")]
mod copied;
#[cfg(feature = "dlpack")]
pub mod dlpack;
#[cfg(any(feature = "npy", feature = "safetensors", feature = "dlpack"))]
mod element;
#[cfg(any(
    feature = "npy",
    feature = "safetensors",
    feature = "dlpack",
    feature = "image",
    feature = "arrow"
))]
mod error;
#[cfg(feature = "alloc")]
mod foreign;
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
mod rows;
#[cfg(feature = "safetensors")]
mod safetensors;

pub use axes::ArrayLayout;
#[cfg(any(feature = "npy", feature = "safetensors", feature = "dlpack"))]
pub use element::{ArrayElement, ElementKind};
#[cfg(any(
    feature = "npy",
    feature = "safetensors",
    feature = "dlpack",
    feature = "image",
    feature = "arrow"
))]
pub use error::ArrayError;
#[cfg(feature = "npz")]
pub use npy::Npz;
#[cfg(feature = "safetensors")]
pub use safetensors::SafetensorsData;
