//! [coord] of a view: a pair of brackets for each mode.
//! Fix: `a[(1, 2)]`.
use static_layout::*;

fn main() {
    let data = [0.0f32; 32];
    let a = View::new(&data, layout!((4, 8):(8, 1))).unwrap();
    let _ = a[1][2];
}
