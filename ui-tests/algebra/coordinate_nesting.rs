//! index: a coordinate that is not nested like the shape.
//! Fix: nest the coordinate like the shape, down to some level.
use static_layout::*;

fn main() {
    let a = layout!((2,(2,2)):(4,(1,2)));
    let _ = a.index((1, 1, 1));
}
