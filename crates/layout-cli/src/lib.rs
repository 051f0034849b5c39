//! What the command `layout` answers, as functions from texts to texts: expressions of layouts are read and
//! evaluated ([`language`]), drawn ([`picture`]), and what cannot be answered says where and why ([`Failure`]).
//!
//! ```
//! let value = layout_cli::language::evaluate("(4,8):row")?;
//! assert_eq!(value.to_string(), "(4,8):(8,1)");
//! # Ok::<(), layout_cli::Failure>(())
//! ```
//!
//! Texts may carry colours as ANSI sequences; the binary strips them where no terminal shows them.

pub mod atoms;
#[cfg(feature = "command")]
pub mod commands;
pub mod comparison;
pub mod dialect;
pub mod dialogue;
pub mod explain;
mod failure;
pub mod format;
pub mod language;
mod maybe_swizzled;
pub mod memory;
pub mod picture;

pub use failure::Failure;
pub use maybe_swizzled::MaybeSwizzled;
