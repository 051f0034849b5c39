//! [[i, j]] of a view: an array of another length than the number of modes.
//! Fix: an index for each mode.
use static_layout::*;

fn main() {
    let data = [0; 32];
    let view = View::new(&data, layout!((4,8):(8,1))).unwrap();
    let _ = view[[1, 2, 3]];
}
