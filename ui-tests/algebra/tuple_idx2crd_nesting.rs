//! idx2crd: an index of two integers for a shape of three.
//! Fix: take one integer, or one for each mode.
use static_layout::*;
use static_layout::ops::TupleOps;

fn main() {
    let _ = coord!(1, 2).idx2crd(shape!(4, 8, 2));
}
