//! Layout!: as an argument.
//! Fix: `layout!`.
use static_layout::*;

fn main() {
    let data = [0.0f32; 32];
    let a = View::new(&data, Layout!((4, 8):(8, 1)));
}
