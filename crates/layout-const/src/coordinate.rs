//! Coordinates.
/// x
pub trait Coordinate: Copy {}
pub(crate) struct Spans;
