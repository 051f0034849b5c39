//! layout!: a semicolon for the colon.
//! Fix: `(4,8):(8,1)`.
use static_layout::*;

fn main() {
    let _ = layout!((4, 8);(8, 1));
}
