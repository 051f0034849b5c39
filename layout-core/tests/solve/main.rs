//! Searches of layouts equal complete enumeration, in every model of a memory; certificates hold, and damaged ones do not.

mod brute;
mod certificates;
#[path = "../support/draw.rs"]
mod draw;
mod edges;
mod proven;
mod random;
mod solutions;
