//! broadcast_to: fewer axes than the layout has.
//! Fix: squeeze axes of one element, or index the others.
use static_layout::*;

fn main() {
    let _ = layout!((2, 3):row).broadcast_to(shape!(3,));
}
