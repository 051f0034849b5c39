//! tile_mut: a static coordinate outside the grid of tiles, with `_` for the other mode.
//! Fix: stay below the number of tiles in each mode.
use static_layout::*;

fn main() {
    let mut data = [0; 32];
    let mut view = ViewMut::new(&mut data, layout!((4,8):(8,1))).unwrap();
    view.tile_mut(tile!(2, 4), coord!(_, 2)).fill(1);
}
