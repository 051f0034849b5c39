//! slice: in generic code, a coordinate that does not fit the shape.
//! Fix: nest the coordinate like the shape of each layout.
use static_layout::*;

fn row<L: AnyLayout>(layout: L) -> usize {
    layout.slice(coord!(_, 1, 2)).1
}

fn main() {
    let columns = 6;
    let _ = row(layout!((4,columns):(6,1)));
}
