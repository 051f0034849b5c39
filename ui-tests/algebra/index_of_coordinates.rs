//! index: in generic code, a layout that maps to coordinates.
//! Fix: call image for the coordinate.
use static_layout::*;

fn last<L: AnyLayout>(l: L) -> usize {
    l.index(l.size() - 1)
}

fn main() {
    last(layout!((4,6):(1@0,1@1)));
}
