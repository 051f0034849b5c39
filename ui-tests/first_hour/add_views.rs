//! +: references to two views.
//! Fix: `combine(&a, &b, &mut c, |x, y| x + y)`.
use static_layout::*;

fn main() {
    let data = [0.0f32; 32];
    let a = View::new(&data, layout!((4, 8):(8, 1))).unwrap();
    let _ = &a + &a;
}
