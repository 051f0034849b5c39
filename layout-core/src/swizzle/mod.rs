//! Swizzles, and layouts whose offsets go through one.

pub(crate) mod bits;
pub(crate) mod composed;
mod padded;
pub(crate) mod reswizzle;
