//! layout!: a bracket that is not closed.
//! Fix: close it.
use static_layout::*;

fn main() {
    let _ = layout!((4, 8):(8, 1);
}
