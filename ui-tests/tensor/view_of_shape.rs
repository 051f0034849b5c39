//! View::new: a shape instead of a layout.
//! Fix: layout!((2, 4)), or Layout::row_major(shape).
use static_layout::*;

fn main() {
    let _ = View::new(&[0; 8], shape!(2, 4));
}
