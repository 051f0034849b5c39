//! XLA's shapes, `bf16[32,256]{1,0:T(8,128)(2,1)}`: notation, sizes, indices, and tiled layouts as nested layouts.
//! Each dimension is a mode, numbered in logical order.
//!
//! Stricter than XLA where XLA does not check: the order is a permutation, tiles are positive, indices are in range.
//! A shape is one array: tuples, tokens and sparse layouts are not read.

mod bitcast;
mod dims;
mod element;
mod index;
mod order;
mod shape;
mod size;
mod text;
mod tiled;

pub use bitcast::Bitcast;
pub use element::ElementType;
pub use order::{TileSize, XlaLayout};
pub use shape::XlaShape;
