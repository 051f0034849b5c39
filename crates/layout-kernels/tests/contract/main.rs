//! Contractions against their definition.

mod definition;
mod patterns;
mod random;
mod written;
