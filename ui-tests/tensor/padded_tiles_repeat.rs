//! tiles_padded: a tiler that repeats elements.
//! Fix: a tile names each of its elements once; strides of 0 belong in the layout, not in the tiler.
use static_layout::*;

fn main() {
    let view = View::new(&[0; 12], layout!(12:1)).unwrap();
    let _ = view.tiles_padded(layout!(5:0));
}
