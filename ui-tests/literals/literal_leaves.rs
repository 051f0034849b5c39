//! layout!: more than 32 integers.
//! Fix: coalesce modes, or build the layout by products.
use static_layout::*;

fn main() {
    let _ = layout!(((1,1,1,1,1,1,1,1,1,1,1),(1,1,1,1,1,1,1,1,1,1,1),(1,1,1,1,1,1,1,1,1,1,1)));
}
