//! +: two tensors.
//! Fix: `combine(&a, &b, &mut c, |x, y| x + y)`.
use static_layout::*;

fn main() {
    let (a, b) = (Owned::<f32, Layout!((4, 8):(8, 1))>::filled(0.0), Owned::<f32, Layout!((4, 8):(8, 1))>::filled(0.0));
    let _ = a + b;
}
