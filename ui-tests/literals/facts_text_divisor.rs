//! Layout!: a divisor of 0 in a type.
//! Fix: a divisor from 1 to 16777215.
use static_layout::*;

type NoRows = Layout!((?{div=0}, 64):(64, 1));

fn main() {}
