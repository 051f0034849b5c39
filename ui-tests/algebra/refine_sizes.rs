//! refine: a mode of another size.
//! Fix: give each mode of the shape the size of the mode at its place.
use static_layout::*;

fn main() {
    let _ = layout!((4, 6):(1, 4)).refine(shape!((2, 3), 4));
}
