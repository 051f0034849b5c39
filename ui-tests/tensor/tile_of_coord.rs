//! tile_of: a coordinate outside the grid of tiles.
//! Fix: give each mode a coordinate below its number of tiles.
use static_layout::*;

fn main() {
    let view = View::new(&[0; 48], layout!((8, 6))).unwrap();
    let _ = view.tile_of(tile!(4, 5, 3), coord!(2, 0, _), modes!(0, 2));
}
