//! elem_sub: tuples that are not nested alike.
//! Fix: nest both alike.
use static_layout::*;
use static_layout::ops::TupleOps;

fn main() {
    let _ = shape!(4, (6, 3)).elem_sub(shape!(1, 1));
}
