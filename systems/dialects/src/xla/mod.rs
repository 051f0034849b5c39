//! XLA's shapes, `bf16[32,256]{1,0:T(8,128)(2,1)}`: notation, sizes, indices, and tiled layouts as nested layouts.
//! Each dimension is a mode, numbered in logical order.
//!
//! Stricter than XLA where XLA does not check: the order is a permutation, tiles are positive, indices are in range.
//! An [`XlaShape`] is one array; an [`XlaTree`] may be a tuple of shapes, a token, or opaque. Sparse layouts are not read.

mod bitcast;
mod dims;
mod element;
mod equality;
mod index;
mod order;
mod shape;
mod size;
mod text;
mod tiled;
mod tree;

pub use bitcast::Bitcast;
pub use element::ElementType;
pub use equality::ShapeEquality;
pub use order::{TileSize, XlaLayout};
pub use shape::XlaShape;
pub use tree::{XlaTree, XlaTuple};
