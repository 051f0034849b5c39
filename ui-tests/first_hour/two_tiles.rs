//! tile_mut: two tiles of one tensor, written at the same time.
//! Fix: `tiles_mut`, `split_mut`, or one after the other.
use static_layout::*;

fn main() {
    let mut data = [0.0f32; 32];
    let mut a = ViewMut::new(&mut data, layout!((4, 8):(8, 1))).unwrap();
    let mut x = a.tile_mut(tile!(2, 4), (0, 0));
    let mut y = a.tile_mut(tile!(2, 4), (1, 0));
    x[(0, 0)] = 1.0;
    y[(0, 0)] = 1.0;
}
