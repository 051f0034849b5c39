//! remove: a mode that the tuple does not have.
//! Fix: number the modes from 0.
use static_layout::*;
use static_layout::ops::TupleOps;

fn main() {
    let _ = shape!(2,3).remove::<2>();
}
