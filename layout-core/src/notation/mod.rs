//! The notation `S:D`, in and out: readers, writers, tables, patterns with `?`.

mod canonical;
mod facts;
#[cfg(not(feature = "svg"))]
mod featured;
pub(crate) mod open;
mod parse;
mod pattern;
mod read;
mod reader;
pub mod scan;
#[cfg(feature = "serde")]
mod serde;
mod show;
#[cfg(feature = "svg")]
pub(crate) mod svg;
pub(crate) mod table;
mod write;
