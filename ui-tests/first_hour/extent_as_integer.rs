//! let: a static extent as an integer.
//! Fix: `let [m, n] = a.sizes();`.
use static_layout::*;

fn main() {
    let data = [0.0f32; 32];
    let a = View::new(&data, layout!((4, 8):(8, 1))).unwrap();
    let m: usize = a.shape().0;
}
