//! *: a view and a number.
//! Fix: `transform(&a, &mut c, |x| 2.0 * x)`.
use static_layout::*;

fn main() {
    let data = [0.0f32; 32];
    let a = View::new(&data, layout!((4, 8):(8, 1))).unwrap();
    let _ = a * 2.0;
}
