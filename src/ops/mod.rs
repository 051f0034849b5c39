//! The operations of layouts and of tuples: one table a family.
//!
//! A row states an operation once: its equation and documentation, the function of the engine, the type function and
//! the rule of nesting. From it come the method of [`Layout`](struct@crate::Layout) and its `try_` sibling, the same two in
//! [`LayoutOps`] for generic code, and the type of the result, which has the name of the method:
//! `a.zipped_divide(t)` is an [`ops::ZippedDivide<A, T>`](ZippedDivide).
//!
//! Each of these types is total. A mode that an operation refuses has a leaf [`Refused`](crate::int::Refused), which
//! has no value. One refusal does not show in the type: a carry between two modes (a digit that overflows into the next
//! mode). Such a type has a value by `Default`, which no operation returns: the method stops the compiler.

mod axes;
pub use crate::types::{
    ColMajor, Identity, ImageOf, MergedSwizzle, ModeTiler, Ordered, RowMajor, StaticImageOf,
    Tilers, bounds,
};
mod complements;
mod compositions;
mod divides;
mod inverses;
mod layout_ops;
mod max_common;
mod memory;
mod modes;
mod operators;
mod orders;
mod padded_divides;
mod parts;
mod products;
mod properties;
mod recasts;
mod results;
mod simplified;
mod slices;
mod table;
pub mod tuple;

pub use axes::*;
pub use complements::*;
pub use compositions::*;
pub use divides::*;
pub use inverses::*;
pub use layout_ops::LayoutOps;
pub use max_common::*;
pub(crate) use memory::*;
pub use modes::*;
pub use orders::*;
pub use padded_divides::*;
pub use products::*;
pub(crate) use properties::*;
pub use recasts::*;
pub use results::*;
pub use simplified::*;
pub use slices::*;
pub use tuple::TupleOps;
