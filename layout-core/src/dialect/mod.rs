//! The texts of other systems, in and out, and what their notations stand for. Every reader gives back
//! what its writer wrote; what it cannot read it refuses with the byte and what was expected there.

mod ascend;
mod cuda_core;
mod cute_dsl;
mod few;
mod mlir;
mod mojo;
mod moye;
mod nested;
mod numpy;
mod one_based;
pub(crate) mod scan;
mod table;
pub mod xla;

pub use ascend::Frame;
pub use cute_dsl::CuteLayout;
pub use mlir::{MemRef, Strided};
pub use mojo::Mojo;
pub use moye::MoYe;
pub use numpy::Slices;
pub use one_based::OneBased;
pub use table::Table;
