//! +=: a number, to all elements.
//! Fix: `transform`.
use static_layout::*;

fn main() {
    let mut data = [0.0f32; 32];
    let mut a = ViewMut::new(&mut data, layout!((4, 8):(8, 1))).unwrap();
    a += 1.0;
}
