//! The laws of the algebra, on random layouts and on small universes.

#[path = "../support/mod.rs"]
mod support;

mod algebra;
mod mapping;
mod mixed;
mod museum;
mod strategies;
mod universe;
