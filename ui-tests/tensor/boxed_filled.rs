//! Boxed::filled: without the layout.
//! Fix: the layout is the first argument of each constructor, `Boxed::filled(layout!((4, 8)), 0.0_f32)`.
use static_layout::*;

fn main() {
    let _ = Boxed::<f32, Layout!((4, 8))>::filled(0.0);
}
