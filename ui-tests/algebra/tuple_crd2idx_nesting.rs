//! crd2idx: a coordinate that does not fit the shape.
//! Fix: nest the coordinate like the shape.
use static_layout::*;
use static_layout::ops::TupleOps;

fn main() {
    let _ = shape!(1,2,3).crd2idx(shape!(2,(3,4)));
}
