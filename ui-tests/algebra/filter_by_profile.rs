//! filter_by: a profile that does not fit the shape.
//! Fix: nest the profile like the first modes of the shape.
use static_layout::*;

fn main() {
    let a = layout!((4,8):(1,4));
    let _ = a.filter_by(shape!((1,1),1));
}
