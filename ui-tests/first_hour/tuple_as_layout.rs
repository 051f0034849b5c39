//! View::new: a tuple of integers for the layout.
//! Fix: `layout!((4, 8))`.
use static_layout::*;

fn main() {
    let _ = View::new(&[0.0; 32], (4, 8));
}
