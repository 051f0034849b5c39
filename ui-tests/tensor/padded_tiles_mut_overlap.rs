//! tiles_padded_mut: tiles that overlap.
//! Fix: write to a layout that is one to one.
use static_layout::*;

fn main() {
    let mut data = [0; 12];
    let mut view = ViewMut::new(&mut data, layout!((5,3):(1,0))).unwrap();
    for _ in view.tiles_padded_mut(tile!(2, 2)) {}
}
