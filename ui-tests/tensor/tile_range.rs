//! tile: a static coordinate outside the grid of tiles.
//! Fix: stay below the number of tiles in each mode.
use static_layout::*;

fn main() {
    let data = [0; 32];
    let view = View::new(&data, layout!((4,8):(8,1))).unwrap();
    let _ = view.tile(tile!(2, 4), coord!(2, 0));
}
