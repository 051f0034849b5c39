//! compose: in generic code, a stride that does not divide.
//! Fix: choose a stride that divides the extents it steps over.
use static_layout::*;

fn every_other<L: AnyLayout>(l: L) {
    let _ = l.compose(layout!(8:2));
}

fn main() {
    every_other(layout!((3,8):(8,1)));
}
