//! Layouts and tuples as types: their operations, coordinates, notation and numerals, beside the algebra on plain
//! integers. The rows of types that a program writes are in `crates/typed-tests`.

mod caller;
mod chains;
mod constants;
mod coordinate;
mod coords;
mod expressions;
mod fractals;
mod function;
mod museum;
mod negative;
mod num;
mod operations;
mod padded;
mod properties;
mod refused_by_name;
mod swizzled;
mod tuples;
