//! shape_mod: extents that share no whole part.
//! Fix: choose extents where one divides the other.
use static_layout::*;
use static_layout::ops::TupleOps;

fn main() {
    let _ = shape!(6).shape_mod(shape!(4));
}
