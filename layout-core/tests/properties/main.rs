//! The laws of the algebra on random layouts, and on every layout of small universes.

#[path = "../support/mod.rs"]
mod support;

mod algebra;
mod bits;
mod coordinate;
mod corners;
mod hostile;
mod inverse;
mod mapping;
mod mixed;
mod museum;
mod padded;
mod plan;
mod plan_tiles;
mod reshape;
mod strategies;
mod swizzle;
mod symbolic;
mod symbolic_strides;
mod tuples;
mod universe;
