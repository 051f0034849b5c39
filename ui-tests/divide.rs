//! The tile does not divide an extent.
use static_layout::*;

fn main() {
    let a = layout!((6,4):(4,1));
    let _ = a.logical_divide(layout!(4:1));
}
