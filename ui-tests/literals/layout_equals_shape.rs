//! ==: a layout and a shape.
//! Fix: compare the shape, `a.shape().equals(shape!(2, 4))`, or a layout.
use static_layout::*;

fn main() {
    let _ = layout!((2, 4):(4, 1)) == shape!(2, 4);
}
