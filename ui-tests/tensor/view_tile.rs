//! tile of a view: a tile that does not divide the layout.
//! Fix: choose a tile that divides, or tile_padded.
use static_layout::*;

fn main() {
    let view = View::new(&[0; 60], layout!((6,10):(10,1))).unwrap();
    let _ = view.tile(tile!(2, 4), (0, 0));
}
