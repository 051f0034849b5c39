//! The notation `S:D`, in and out, and what refusals say in it.

#[cfg(feature = "miette")]
mod diagnostic;
pub(crate) mod error;
mod help;
pub(crate) mod message;
mod operation;
pub(crate) mod parse;
pub(crate) mod pattern;
mod read;
mod reader;
mod rule;
#[cfg(feature = "serde")]
mod serde;
mod show;
pub(crate) mod span;
pub(crate) mod text;
mod unknown;
