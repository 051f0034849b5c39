//! Layout::ordered: an order that does not fit the shape.
//! Fix: give every mode its place in the order.
use static_layout::*;

fn main() {
    let _ = Layout::ordered(shape!(4, 8), shape!(2, 0, 1));
}
