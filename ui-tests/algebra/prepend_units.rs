//! prepend: a mode whose stride counts in coordinates, before one of offsets.
//! Fix: give the mode a number as its stride.
use static_layout::*;

fn main() {
    let a = layout!((4,8):(1,4));
    let _ = a.prepend(layout!(2:1@0));
}
