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

mod builder;
mod coalesce;
mod complement;
mod compose;
mod coord;
mod divide;
mod error;
mod exact;
mod fit;
mod guard;
mod layout;
mod mapping;
mod message;
mod modes;
mod number;
mod order;
mod padded;
mod parse;
mod pattern;
mod product;
mod profile;
mod structure;
mod text;
mod tiler;
mod tuple;

pub use coord::Coord;
pub use error::{LayoutError, Operand, Operation, Rule};
#[doc(hidden)]
pub use guard::Guard;
pub use layout::Layout;
pub use mapping::Offsets;
pub use padded::Padded;
pub use profile::{Limit, MAX_LEAVES, MAX_NODES, MAX_RANK};
pub use text::Text;
pub use tiler::{Mode, Tiler};
pub use tuple::IntTuple;
