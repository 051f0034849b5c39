//! broadcast_to: an axis that has neither one element nor the extent in the shape.
//! Fix: give it one element, or the extent.
use static_layout::*;

fn main() {
    let _ = layout!((3, 1):row).broadcast_to(shape!(2, 4));
}
