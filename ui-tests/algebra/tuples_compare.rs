//! elem_less: tuples that are not nested alike.
//! Fix: nest both alike.
use static_layout::*;
use static_layout::ops::TupleOps;

fn main() {
    let _ = (1, 2).elem_less(shape!(3, 4, 5));
}
