//! min_offset: the least of coordinates.
//! Fix: ask for the `coshape`, or compose with a layout of offsets.
use static_layout::*;

fn main() {
    let a = layout!((5,7):(1@0,1@1));
    let _ = a.min_offset();
}
