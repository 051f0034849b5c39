//! let: a tensor that is written, without mut.
//! Fix: `let mut`.
use static_layout::*;

fn main() {
    let a = Owned::<f32, Layout!((4, 8):(8, 1))>::filled(0.0);
    a[(0, 0)] = 1.0;
}
