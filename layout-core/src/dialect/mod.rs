//! The texts of other systems, in and out, and what their notations stand for. Every reader gives back
//! what its writer wrote; what it cannot read it refuses with the byte and what was expected there.

mod cuda_core;
mod numpy;
pub(crate) mod scan;
pub mod xla;

pub use numpy::Slices;
