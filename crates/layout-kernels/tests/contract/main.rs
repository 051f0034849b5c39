//! Contractions against their definition.

mod definition;
mod panels;
mod patterns;
mod random;
mod written;
