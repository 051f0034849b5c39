//! index: in generic code, a coordinate that is not nested like the shape.
//! Fix: nest the coordinate like the shape of each layout.
use static_layout::*;

fn second<L: AnyLayout>(l: L) -> usize {
    l.index((0, 1))
}

fn main() {
    let _ = second(layout!((4,8):(1,4)));
    let _ = second(layout!((4,8,2):(1,4,32)));
}
