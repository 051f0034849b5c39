//! layout!: a comma after the strides.
//! Fix: leave it out.
use static_layout::*;

fn main() {
    let _ = layout!((4, 8):(8, 1),);
}
