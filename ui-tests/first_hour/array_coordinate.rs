//! [coord] of a view: an array as a coordinate.
//! Fix: `(0, 1)`.
use static_layout::*;

fn main() {
    let data = [0.0f32; 32];
    let a = View::new(&data, layout!((4, 8):(8, 1))).unwrap();
    let _ = a[[0, 1]];
}
