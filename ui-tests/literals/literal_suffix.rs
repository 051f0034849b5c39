//! layout!: an integer with a suffix.
//! Fix: leave the suffix away.
use static_layout::*;

fn main() {
    let _ = layout!((4u32,8):(8,1));
}
