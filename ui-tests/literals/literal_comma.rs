//! layout!: a comma that is missing.
//! Fix: write it.
use static_layout::*;

fn main() {
    let _ = layout!((4 8):(8, 1));
}
