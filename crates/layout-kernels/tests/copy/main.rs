//! Compares copies with a loop over the linear indices, and checks the elements around the destination.

mod atoms;
mod caches;
mod check;
mod flat;
mod in_caller;
mod layouts;
mod orders;
mod plans;
mod refusals;
#[cfg(feature = "rayon")]
mod threads;
mod tiled;
mod universe;
