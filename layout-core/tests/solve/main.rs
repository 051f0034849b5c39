//! Searches of layouts equal complete enumeration, in every model of a memory; certificates hold, and damaged ones do not.

mod brute;
mod certificates;
mod edges;
mod proven;
mod random;
mod solutions;
