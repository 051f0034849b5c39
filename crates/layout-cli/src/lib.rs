//! The command `layout` as a library of functions from text to text.
//!
//! [`language`] parses and evaluates expressions of layouts, [`explain`] derives their values step by step, [`picture`]
//! draws them, and [`memory`] counts bank conflicts and transactions. Every error is a [`Failure`] that shows the
//! input.
//!
//! ```
//! let value = layout_cli::language::evaluate("(4,8):row")?;
//! assert_eq!(value.to_string(), "(4,8):(8,1)");
//! # Ok::<(), layout_cli::Failure>(())
//! ```
//!
//! Output may contain colours as ANSI sequences. The binary strips them when the output is not a terminal.

pub mod atoms;
pub mod bits;
#[cfg(feature = "command")]
pub mod cargo;
#[cfg(feature = "command")]
pub mod commands;
pub mod comparison;
pub mod descriptor;
pub mod dialect;
pub mod dialogue;
pub mod digits;
pub mod explain;
mod failure;
pub mod format;
pub mod language;
pub mod lint;
mod maybe_swizzled;
pub mod memory;
pub mod picture;

pub use failure::Failure;
pub use maybe_swizzled::MaybeSwizzled;
