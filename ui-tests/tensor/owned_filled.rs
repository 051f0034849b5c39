//! Owned::filled: without the layout.
//! Fix: the layout is the first argument of each constructor, `Owned::filled(layout!((4, 8)), 0.0_f32)`.
use static_layout::*;

fn main() {
    let _ = Owned::<f32, Layout!((4, 8))>::filled(0.0);
}
