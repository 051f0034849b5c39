//! [coord] of a view: an index after another one, as in an array of arrays.
//! Fix: index with the coordinate, view[(1, 2)].
use static_layout::*;

fn main() {
    let view = View::new(&[0.0; 8], layout!((2, 4):(4, 1))).unwrap();
    let _ = view[1][2];
}
