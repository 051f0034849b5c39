//! Swizzles, and swizzled layouts.

pub(crate) mod bits;
pub(crate) mod composed;
mod padded;
pub(crate) mod reswizzle;
