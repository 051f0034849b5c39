//! The notation `S:D`, in and out, and what refusals say in it.

pub(crate) mod error;
pub(crate) mod message;
pub(crate) mod parse;
pub(crate) mod pattern;
mod read;
mod rule;
pub(crate) mod text;
mod unknown;
