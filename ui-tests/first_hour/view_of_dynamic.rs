//! View::new: a layout of run-time integers alone.
//! Fix: `View::dynamic(&data, 0, layout)`.
use static_layout::*;

fn main() {
    let data = [0.0f32; 32];
    let layout: dynamic::Layout = "(4,8):(8,1)".parse().unwrap();
    let _ = View::new(&data, layout);
}
