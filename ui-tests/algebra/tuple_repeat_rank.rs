//! repeat: more than 12 modes.
//! Fix: repeat up to 12 times.
use static_layout::*;
use static_layout::ops::TupleOps;

fn main() {
    let _ = shape!(2).repeat::<13>();
}
