//! let: a tensor that is written, without mut.
//! Fix: `let mut`.
use static_layout::*;

fn main() {
    let a = Owned::filled(layout!((4, 8):(8, 1)), 0.0f32);
    a[(0, 0)] = 1.0;
}
