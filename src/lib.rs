//! Memory layouts as types: CuTe's algebra, checked, resolved by the compiler.
#![no_std]

#[cfg(any(feature = "std", test))]
extern crate std;
extern crate self as static_layout;

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
pub use int::{Leaf, Negative, Refused, Rule, rule};
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
pub use tensor::Owned;
pub use tensor::{View, ViewMut};
pub use tuple::{Coordinate, IntTuple, Keep};
pub use typenum;
