//! dice: a coordinate that does not fit the shape.
//! Fix: nest the coordinate like the shape.
use static_layout::*;

fn main() {
    let a = layout!((4,(2,3)):(1,(4,8)));
    let _ = a.dice(coord!(_, 0, _));
}
