//! tile_to_shape_ordered: an order with more integers than the shape has modes.
//! Fix: give every mode one place in the order.
use static_layout::*;

fn main() {
    let _ = layout!((2, 2):(2, 1)).tile_to_shape_ordered(shape!(4, 4), shape!(2, 0, 1));
}
