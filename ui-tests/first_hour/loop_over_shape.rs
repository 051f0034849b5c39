//! for: a static extent as the end of a range.
//! Fix: `let [m, n] = a.sizes();`.
use static_layout::*;

fn main() {
    let data = [0.0f32; 32];
    let a = View::new(&data, layout!((4, 8):(8, 1))).unwrap();
    for i in 0..a.shape().0 {
        let _ = a[(i, 0)];
    }
}
