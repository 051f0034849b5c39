//! use: a method of Tensor, which is not imported.
//! Fix: `use static_layout::*`.
use static_layout::{View, layout};

fn main() {
    let data = [0.0f32; 32];
    let a = View::new(&data, layout!((4, 8):(8, 1))).unwrap();
    let _ = a.sizes();
}
