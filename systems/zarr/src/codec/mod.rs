//! What decodes the bytes of a chunk without trust: no allocation past the size that the chunk has.

mod blosc;
mod filter;
mod unpack;

pub(crate) use filter::{Number, Rule, Sum, bits, convert, reversed, shuffled};
pub(crate) use unpack::{Packer, unpack};
