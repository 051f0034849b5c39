//! left_inverse: strides that are not multiples of each other.
//! Fix: choose strides that are.
use static_layout::*;

fn main() {
    let a = layout!((2,3):(3,2));
    let _ = a.left_inverse();
}
