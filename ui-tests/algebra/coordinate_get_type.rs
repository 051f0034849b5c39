//! get: a coordinate of another integer type.
//! Fix: convert it to usize.
use static_layout::*;

fn main() {
    let data = [0; 32];
    let view = View::new(&data, layout!((4,8):(8,1))).unwrap();
    let i: i32 = 2;
    let _ = view.get((i, 0));
}
