//! elem_geq: a tuple beside an integer.
//! Fix: compare tuples of one nesting.
use static_layout::*;

fn main() {
    let _ = shape!(4, 9).elem_geq(shape!(4));
}
