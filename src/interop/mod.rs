//! Arrays of others as views, and views as their arrays, without copies.
//!
//! Others know one extent and one stride an axis. In between is `View<T, dynamic::Layout>` with a layout of
//! depth 1: [`View::read_axes`] reads it as a layout that the user asks for, [`View::to_flat`] leads back.

mod axes;
#[cfg(feature = "alloc")]
mod copied;
#[cfg(feature = "alloc")]
mod foreign;
#[cfg(feature = "mdarray")]
mod mdarray;
#[cfg(feature = "nalgebra")]
mod nalgebra;
#[cfg(feature = "ndarray")]
mod ndarray;
#[cfg(feature = "alloc")]
mod nested;

pub use axes::ArrayLayout;
