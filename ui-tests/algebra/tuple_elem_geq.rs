//! elem_geq: a tuple and an integer.
//! Fix: compare tuples of one nesting.
use static_layout::*;
use static_layout::ops::TupleOps;

fn main() {
    let _ = shape!(4, 9).elem_geq(shape!(4));
}
