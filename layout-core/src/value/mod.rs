//! What each value holds: integers, nested tuples, layouts, swizzled layouts, texts. Only data: no operation, and nothing that
//! refuses.
//!
//! An error holds the operands of its operation, and every operation returns errors. So the structs stand below `error`, and
//! their functions above it, in the room of that name: `tuple`, `layout`, `swizzle`.

mod array;
pub(crate) mod basis;
mod integer;
mod layout;
pub(crate) mod limit;
pub(crate) mod name;
pub(crate) mod text;
mod tuple;

pub(crate) use array::{copy_from, prefix};
pub use basis::Basis;
pub use integer::Facts;
pub(crate) use integer::{MOST, Num};
pub(crate) use layout::Modes;
pub use layout::{ComposedLayout, Layout, Swizzle, Tiler};
pub(crate) use limit::{low_bits, low_mask};
pub use name::DimName;
pub use text::Text;
pub use tuple::{Coord, IntTuple};
pub(crate) use tuple::{LEAF, Profile, TreePosition};
