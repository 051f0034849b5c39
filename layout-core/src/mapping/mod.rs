//! The function of a layout: coordinate to offset, or to a coordinate of another space, and back.

pub(crate) mod coordinate;
pub(crate) mod offset;
pub(crate) mod preimage;
