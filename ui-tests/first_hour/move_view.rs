//! move: a view that was moved.
//! Fix: `&mut`, or `reborrow()`.
use static_layout::*;

fn main() {
    let mut data = [0.0f32; 32];
    let a = ViewMut::new(&mut data, layout!((4, 8):(8, 1))).unwrap();
    let b = a;
    let _ = a.view();
    drop(b);
}
