//! layout!: a comma for the colon before the order.
//! Fix: `(4,8):row`.
use static_layout::*;

fn main() {
    let _ = layout!((4, 8), row);
}
