//! Owned: layout! in the place of a type.
//! Fix: `Layout!`.
use static_layout::*;

fn main() {
    let _ = Vec::<Owned<f32, layout!((4, 8):(8, 1))>>::new();
}
