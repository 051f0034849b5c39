//! Rows of static layouts and tuples: numbers, offsets, coordinates, and functions of tuples.

#[macro_use]
#[path = "../check/mod.rs"]
mod check;

written! { index tuples }
