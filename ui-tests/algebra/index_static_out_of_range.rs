//! index_static: a coordinate outside the shape.
//! Fix: stay below each extent.
use static_layout::*;

fn main() {
    let a = layout!((2,(2,2)):(4,(1,2)));
    let _ = a.index_static(coord!(2, (0, 1)));
}
