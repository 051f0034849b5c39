//! tile: an array as a tiler.
//! Fix: `tile!(2, 4)`.
use static_layout::*;

fn main() {
    let data = [0.0f32; 32];
    let a = View::new(&data, layout!((4, 8):(8, 1))).unwrap();
    let _ = a.tile([2, 4], (0, 0));
}
