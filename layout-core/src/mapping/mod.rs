//! The function of a layout: from coordinates to offsets, to other coordinates, and back.

pub(crate) mod coordinate;
pub(crate) mod offset;
pub(crate) mod preimage;
