//! An order with more integers than the shape has modes.

use static_layout::*;

fn main() {
    let _ = layout!((2, 2):(2, 1)).tile_to_shape_ordered(shape!(4, 4), shape!(2, 0, 1));
}
