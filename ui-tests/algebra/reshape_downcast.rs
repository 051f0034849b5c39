//! downcast: no stride of 1: the parts of an element would not be adjacent.
//! Fix: downcast a layout of adjacent elements.
use static_layout::*;

fn main() {
    let _ = layout!((4, 8):(2, 8)).downcast::<2>();
}
