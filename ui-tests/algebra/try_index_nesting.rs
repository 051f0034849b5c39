//! try_index: a coordinate that is not nested like the shape.
//! Fix: nest the coordinate like the shape.
use static_layout::*;

fn main() {
    let _ = layout!((4,6):(6,1)).try_index((1, 1, 0));
}
