//! tile: the coordinate of a tile with too many modes.
//! Fix: one coordinate for each mode of the tiles.
use static_layout::*;

fn main() {
    let view = View::new(&[0; 8], layout!((2,4))).unwrap();
    let _ = view.tile(tile!(2, 2), (0, 0, 0));
}
