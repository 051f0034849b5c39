//! The algebra of layouts `shape:stride` on plain integers.
//!
//! Everything is `Copy`, of fixed capacity and, but for iteration and formatting, `const fn`: the
//! same code evaluates layouts held at run time, checks types at compile time and serves macros.
//! Every operation satisfies its equation on every coordinate or is refused with a [`LayoutError`].
//!
//! ```
//! use layout_core::{Layout, Tiler};
//! let a: Layout = "(128,64):(1,128)".parse()?;
//! let tiles = a.zipped_divide(&"<16,8>".parse()?)?;
//! assert_eq!(tiles.to_string(), "((16,8),(8,8)):((1,128),(16,1024))");
//! # Ok::<(), layout_core::LayoutError>(())
//! ```
#![no_std]

mod algebra;
mod basis;
mod builder;
mod coord;
pub mod dialect;
mod int_tuple;
mod layout;
mod mapping;
mod modes;
mod notation;
mod number;
mod profile;
mod strided;
mod swizzle;
mod tiler;
mod tuple;

#[doc(hidden)]
pub use algebra::guard::Guard;
pub use algebra::padded::{InsideCoords, Padded};
pub use basis::Basis;
pub use coord::Coord;
pub use layout::Layout;
pub use mapping::offset::Offsets;
pub use notation::error::{LayoutError, Operand, Operation, Rule};
pub use notation::text::Text;
pub use profile::{Limit, MAX_LEAVES, MAX_NODES, MAX_RANK};
pub use strided::{ArrayRule, Slice, StrideOrder, StridedLayout};
pub use swizzle::bits::Swizzle;
pub use swizzle::composed::ComposedLayout;
pub use tiler::{Mode, Tiler};
pub use tuple::IntTuple;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
