//! elem_max: tuples that are nested differently.
//! Fix: compare tuples of one nesting.
use static_layout::*;
use static_layout::ops::TupleOps;

fn main() {
    let _ = shape!(4, 9).elem_max(shape!(4, (3, 3)));
}
