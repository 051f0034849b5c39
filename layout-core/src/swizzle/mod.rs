//! Swizzles, and layouts whose offsets go through one.

pub(crate) mod bits;
pub(crate) mod composed;
pub(crate) mod reswizzle;
