//! The integers of a layout, as types: run-time strides that may be negative, units of a coordinate, the leaf in place
//! of a number that does not exist, and the bound on the number of a mode.

pub use crate::types::{
    Basis, Bits32, Bounded, Leaf as Int, Multiple, Negative, Position, Refused, Rule, rule,
};
