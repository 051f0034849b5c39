//! +: two tensors.
//! Fix: `combine(&a, &b, &mut c, |x, y| x + y)`.
use static_layout::*;

fn main() {
    let a = Owned::filled(layout!((4, 8):(8, 1)), 0.0f32);
    let b = Owned::filled(layout!((4, 8):(8, 1)), 1.0f32);
    let _ = a + b;
}
