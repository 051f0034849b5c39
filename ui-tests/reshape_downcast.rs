//! No stride is 1: the parts of an element would not be adjacent.

use static_layout::*;

fn main() {
    let _ = layout!((4, 8):(2, 8)).downcast::<2>();
}
