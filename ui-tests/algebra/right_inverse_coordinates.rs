//! right_inverse: a layout that maps to coordinates.
//! Fix: invert a layout of offsets.
use static_layout::*;

fn main() {
    let _ = layout!((4,5):(1@0,1@1)).right_inverse();
}
