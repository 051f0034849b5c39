//! Memory layouts as types: shape and stride are nested tuples of integers, and a layout maps
//! coordinates to offsets, `(c_0, c_1, ..) -> sum c_i * d_i`.
//!
//! ```
//! use static_layout::*;
//! let a = layout!((2, (2, 2)):(4, (1, 2)));
//! assert_eq!(a.index((1, 3)), 7);
//! let tiled = layout!((128, 64):(1, 128)).zipped_divide(tile!(16, 8));
//! assert_eq!(tiled.to_string(), "((16,8),(8,8)):((1,128),(16,1024))");
//! ```
//!
//! * Known integers live in the type and take no room; unknown ones are stored. See [`Layout`](struct@Layout).
//! * Every operation satisfies its equation on every coordinate or is refused: at compile time when
//!   the integers are static, otherwise by the `Err` of a `try_` method or a panic with the same
//!   text. See [`Layout::compose`], [`Layout::logical_divide`], [`Layout::logical_product`].
//! * Colexicographic order: the leftmost coordinate varies fastest. Zero-based.
//! * Generic code asks for `L:` [`AnyLayout`] and may divide, compose and index; [`ops`] names the
//!   result types.
//! * [`View`], [`ViewMut`] and `Owned` put a layout over elements.
//! * [`dynamic`] is the same algebra for layouts whose nesting is unknown.
//!
//! # Limits
//!
//! A level has at most 12 modes, a layout at most 32 leaves, an integer is at most `2^63 - 1`, and so are
//! size and cosize. Past a limit an operation is refused. A layout with an extent of 0 has no coordinates:
//! it can be sliced, rearranged and printed; compose, complement, divide and product refuse it.
#![no_std]
#![deny(missing_docs)]

extern crate self as static_layout;
#[cfg(any(feature = "std", test))]
extern crate std;

mod algebra;
mod int;
mod judge;
mod layout;
mod num;
mod operation;
pub mod ops;
mod tensor;
mod tuple;

#[doc(hidden)]
pub mod __private;

pub use algebra::{ModeTiler, Tile, Tiler, Tilers};
pub use int::{Leaf as Int, Negative, Refused, Rule, rule};
pub use layout::{AnyLayout, Inside, Layout, Offset, Offsets, Padded};
#[doc(no_inline)]
pub use layout_core as dynamic;
pub use layout_core::LayoutError;
pub use layout_macros::{Layout, Shape, coord, layout, shape, tile};
pub use num::Nat;
pub use operation::{
    Coalescible, Complementable, DividePaddedBy, Indexed, ProductWith, Rearrange, Sliced, TiledBy,
};
#[cfg(feature = "owned")]
pub use tensor::{Length, Owned};
pub use tensor::{View, ViewMut};
pub use tuple::{Coordinate, IntTuple, Keep};
pub use typenum;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
