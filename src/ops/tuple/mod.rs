//! The results of the operations of tuples, by name; [`TupleOps`] has the operations. The result of a refused operation
//! has a leaf [`Refused`](crate::int::Refused).

mod arithmetic;
mod order;
mod structure;
mod tuple_ops;

pub use arithmetic::*;
pub use structure::*;
pub use tuple_ops::TupleOps;

/// What the rows of every family name.
mod parts {
    pub(super) use crate::ops::table::{collect, tuple_operations};
    pub(super) use crate::types::check::tuple as check;
    pub(super) use crate::types::{Bool, Extent, IntTuple, Position};
    pub(super) use layout_core::LayoutError;
}
