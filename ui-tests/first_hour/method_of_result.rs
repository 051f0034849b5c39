//! View::new: a method of its result, which may be a refusal.
//! Fix: `.unwrap()`, or `?`.
use static_layout::*;

fn main() {
    let data = [0.0f32; 32];
    let a = View::new(&data, layout!((4, 8):(8, 1)));
    let _ = a.view();
}
