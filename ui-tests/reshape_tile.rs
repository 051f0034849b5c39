//! A block that does not divide the shape.

use static_layout::*;

fn main() {
    let _ = layout!((12, 7):(1, 12)).tile_to_shape(shape!(25, 15));
}
