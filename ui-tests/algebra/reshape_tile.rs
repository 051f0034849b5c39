//! tile_to_shape: a block that does not divide the shape.
//! Fix: choose a shape of multiples.
use static_layout::*;

fn main() {
    let _ = layout!((12, 7):(1, 12)).tile_to_shape(shape!(25, 15));
}
