//! layout!: an integer with a suffix.
//! Fix: remove the suffix.
use static_layout::*;

fn main() {
    let _ = layout!((4u32,8):(8,1));
}
