//! Owned: a variable in its type.
//! Fix: a constant, or a `Boxed`.
use static_layout::*;

fn main() {
    let rows = 4;
    let a: Option<Owned<f32, Layout!((rows, 8):row)>> = None;
}
