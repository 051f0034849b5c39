//! Layout::ordered: an order of variables.
//! Fix: write the order with literals.
use static_layout::*;

fn main() {
    let first = 1;
    let _ = Layout::ordered(shape!(4, 8), shape!(first, 0));
}
