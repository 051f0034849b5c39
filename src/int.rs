//! The integers of a layout, as types: run-time strides that may be negative, units of a coordinate, the leaf that takes
//! the place of a number which does not exist, and the bound on the number of a mode.

pub use crate::num::int::{
    Basis, Bits32, Bounded, Leaf as Int, Multiple, Negative, Refused, Rule, rule,
};
pub use crate::tuple::Position;
