//! elem_add: tuples that are not nested alike.
//! Fix: nest both alike.
use static_layout::*;
use static_layout::ops::TupleOps;

fn main() {
    let _ = shape!(2,(3,4)).elem_add(shape!(2,3,4));
}
