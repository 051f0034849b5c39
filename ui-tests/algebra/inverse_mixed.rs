//! left_inverse: static strides alone that allow no inverse.
//! Fix: choose strides that are multiples of each other.
use static_layout::*;

fn main() {
    let n = std::env::args().count();
    let a = layout!((n,4,n):(2,3,12));
    let _ = a.left_inverse();
}
