//! [coord] of a view: a coordinate of another integer type.
//! Fix: convert it to usize.
use static_layout::*;

fn main() {
    let data = [0; 32];
    let view = View::new(&data, layout!((4,8):(8,1))).unwrap();
    let i: u32 = 2;
    let _ = view[(i, 0)];
}
