//! get: a path to a mode that the layout does not have.
//! Fix: stop above the leaves.
use static_layout::*;

fn main() {
    let a = layout!((2,(3,4)):(1,(2,6)));
    let _ = a.get(coord!(0, 1));
}
