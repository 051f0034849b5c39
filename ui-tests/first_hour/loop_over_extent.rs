//! for: a static extent as the end of a range, by a variable.
//! Fix: `let [m, n] = a.sizes();`.
use static_layout::*;

fn main() {
    let data = [0.0f32; 32];
    let a = View::new(&data, layout!((4, 8):(8, 1))).unwrap();
    let (m, n) = a.shape();
    for i in 0..m {
        let _ = a[(i, 0)];
    }
}
