//! View::new: a layout that is the result of a refusal.
//! Fix: choose a tile that divides: everything after it follows.
use static_layout::*;

fn main() {
    let tiles = layout!((6,4):(4,1)).zipped_divide(tile!(4, 2));
    let mut data = [0; 24];
    let mut view = ViewMut::new(&mut data, tiles).unwrap();
    view.fill(1);
    let mut parts = view.tiles_mut(tile!(5));
    parts.next().unwrap().fill(2);
    assert!(view.at((0, 0)) == &1 && tiles.is_injective());
    let _ = View::new(&data, tiles.coalesce()).unwrap();
}
