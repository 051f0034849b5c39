//! shape_div: extents where neither divides the other.
//! Fix: choose extents that divide.
use static_layout::*;
use static_layout::ops::TupleOps;

fn main() {
    let _ = shape!(2).shape_div(shape!(3));
}
