//! layout!: more than 12 modes at a level.
//! Fix: group modes.
use static_layout::*;

fn main() {
    let _ = layout!((1,1,1,1,1,1,1,1,1,1,1,1,1));
}
