//! tile_padded: a coordinate of another nesting.
//! Fix: one index for each mode of the tiler.
use static_layout::*;

fn main() {
    let data = [0; 15];
    let view = View::new(&data, layout!((5,3):(1,5))).unwrap();
    let _ = view.tile_padded(tile!(2, 2), (0, 0, 0));
}
