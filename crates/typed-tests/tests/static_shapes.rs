//! Rows of static layouts: other shapes, strides, nestings and elements of the same memory.

#[macro_use]
#[path = "../check/mod.rs"]
mod check;

written! { axes partition recast reshape structure }
