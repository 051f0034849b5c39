//! tiles_padded_mut: a layout that names an element twice.
//! Fix: tile a layout whose strides keep elements apart, or read with tiles_padded.
use static_layout::*;

fn main() {
    let mut data = [0; 9];
    let mut view = ViewMut::new(&mut data, layout!((5, 5):(1, 1))).unwrap();
    let _ = view.tiles_padded_mut(tile!(3, 3));
}
