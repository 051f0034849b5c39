//! tiles: a tile that does not divide the layout.
//! Fix: choose a tile that divides.
use static_layout::*;

fn main() {
    let data = [0; 32];
    let view = View::new(&data, layout!((4,8):(8,1))).unwrap();
    let _ = view.tiles(tile!(3, 2));
}
