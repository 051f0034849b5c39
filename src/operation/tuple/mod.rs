//! The functions of tuples as methods: of shapes, strides and coordinates.
//!
//! Each exists once, in a trait that every [`IntTuple`](crate::IntTuple) has.

mod arithmetic;
mod nesting;
mod order;

pub use arithmetic::{AsksTuple, TupleArithmetic};
pub use nesting::TupleStructure;
pub use order::TupleOrder;
