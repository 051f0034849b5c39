//! Layouts and tuples as types: operations, coordinates, notation and numerals, compared with the algebra on plain
//! integers. Generated rows of types are in `crates/typed-tests`.

mod caller;
mod chains;
mod constants;
mod coordinate;
mod coords;
mod equal;
mod expressions;
mod facts;
mod fractals;
mod function;
mod mixed;
mod museum;
mod narrow;
mod negative;
mod num;
mod operations;
mod padded;
mod properties;
mod refused_by_name;
mod swizzled;
mod tuples;
