//! Tiles of a layout that maps two coordinates to one element.
use static_layout::*;

fn main() {
    let mut data = [0; 11];
    let mut view = ViewMut::new(&mut data, layout!((4,8):(1,1))).unwrap();
    let _ = view.tiles_mut(tile!(2, 2));
}
