//! layout!: an element and a part of it among the strides.
//! Fix: count in units of one depth.
use static_layout::*;

fn main() {
    let _ = layout!((4,6):(1@0,1@1@0));
}
