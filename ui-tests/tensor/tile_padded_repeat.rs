//! tile_padded: a tiler that repeats elements.
//! Fix: a tile names each of its elements once.
use static_layout::*;

fn main() {
    let view = View::new(&[0; 14], layout!(14:1)).unwrap();
    let _ = view.tile_padded(layout!(3:0), 1);
}
