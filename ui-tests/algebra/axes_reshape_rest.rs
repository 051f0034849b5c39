//! reshape: an extent to infer that is not an integer.
//! Fix: choose extents whose product divides the size.
use static_layout::*;

fn main() {
    let _ = layout!((5, 3, 4):row).reshape(shape!(7, _));
}
