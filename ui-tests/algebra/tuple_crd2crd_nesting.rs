//! crd2crd: a coordinate that does not fit its shape.
//! Fix: nest the coordinate like the first shape.
use static_layout::*;
use static_layout::ops::TupleOps;

fn main() {
    let _ = coord!(1, 2, 3).crd2crd(shape!(4, 8), shape!(8, 4));
}
