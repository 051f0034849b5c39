//! layout!: an order in capitals.
//! Fix: `row`.
use static_layout::*;

fn main() {
    let _ = layout!((4, 8):ROW);
}
