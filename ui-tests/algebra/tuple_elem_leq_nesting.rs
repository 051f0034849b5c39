//! elem_leq: tuples that are not nested alike.
//! Fix: compare tuples of one nesting.
use static_layout::*;
use static_layout::ops::TupleOps;

fn main() {
    let _ = shape!(4, (6, 2)).elem_leq(shape!(1, 1));
}
