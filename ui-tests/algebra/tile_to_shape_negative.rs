//! tile_to_shape: a block with a negative stride, to a shape known at run time.
//! Fix: tile a block whose strides are 0 or more.
use static_layout::*;

fn main() {
    let (n, d) = (6, 1);
    let block = layout!((n, n):(-2, d));
    let _ = block.tile_to_shape((n, n));
}
