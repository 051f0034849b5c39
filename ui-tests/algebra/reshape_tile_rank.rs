//! tile_to_shape: a block with more modes than the shape.
//! Fix: group modes of the block.
use static_layout::*;

fn main() {
    let _ = layout!((2, 3, 4):(1, 2, 6)).tile_to_shape(shape!(8, 12));
}
