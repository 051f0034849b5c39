//! elem_add: tuples that are not nested alike, one with a variable.
//! Fix: nest both alike.
use static_layout::*;
use static_layout::ops::TupleOps;

fn main() {
    let n = 5;
    let _ = shape!(2, n).elem_add(shape!(3));
}
