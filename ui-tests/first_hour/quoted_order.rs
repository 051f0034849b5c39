//! layout!: an order in quotes.
//! Fix: `row`.
use static_layout::*;

fn main() {
    let l = layout!((4, 8):"row");
}
