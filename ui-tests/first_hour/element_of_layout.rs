//! [coord] of a layout: an element, which a layout does not have.
//! Fix: `index`.
use static_layout::*;

fn main() {
    let l = layout!((4, 8):(8, 1));
    let _ = l[(0, 1)];
}
