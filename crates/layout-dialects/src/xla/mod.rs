//! XLA's shapes, `bf16[32,256]{1,0:T(8,128)(2,1)}`: text, sizes, indices, and the tiled layouts as
//! hierarchical ones of this algebra. Dimensions are numbered in logical order, and each is a mode.
//!
//! Stricter than XLA where it computes on without a check: the order is a permutation, tiles are positive,
//! indices lie inside. Tuples, tokens and sparse layouts are not read: one shape is one array.

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
