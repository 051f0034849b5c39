//! layout!: an order that does not fit the shape.
//! Fix: give every mode its place in the order.
use static_layout::*;

fn main() {
    let _ = layout!((4,8):order(2,0,1));
}
