//! tiles_mut: a layout with one element for several coordinates.
//! Fix: write through a layout that is one to one.
use static_layout::*;

fn main() {
    let mut data = [0; 11];
    let mut view = ViewMut::new(&mut data, layout!((4,8):(1,1))).unwrap();
    let _ = view.tiles_mut(tile!(2, 2));
}
