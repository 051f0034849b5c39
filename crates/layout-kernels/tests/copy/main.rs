//! Copies against a loop over the linear indices, and the elements around what is written.

mod atoms;
mod caches;
mod check;
mod flat;
mod layouts;
mod orders;
mod plans;
mod refusals;
#[cfg(feature = "rayon")]
mod threads;
mod tiled;
