//! View::new: a Vec, by value.
//! Fix: `&data`.
use static_layout::*;

fn main() {
    let data = vec![0.0f32; 32];
    let _ = View::new(data, layout!((4, 8):(8, 1)));
}
