//! Rows of swizzled layouts.

#[macro_use]
#[path = "../check/mod.rs"]
mod check;

written! { swizzled }
