//! unflatten of a tuple: more leaves in the profile than modes.
//! Fix: choose a profile with a leaf for each mode.
use static_layout::*;
use static_layout::ops::TupleOps;

fn main() {
    let n = 5;
    let _ = shape!(2, n).unflatten(shape!(0, (0, 0)));
}
