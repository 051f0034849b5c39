//! slice: a coordinate that does not fit the shape.
//! Fix: nest the coordinate like the shape.
use static_layout::*;

fn main() {
    let a = layout!((4,8):(8,1));
    let _ = a.slice(coord!(_, 2, _));
}
