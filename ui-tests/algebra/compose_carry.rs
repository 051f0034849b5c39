//! compose: modes of the right operand that add past a mode of the left one.
//! Fix: take extents that stay inside one mode of the left operand.
use static_layout::*;

fn main() {
    let a = layout!((6,2):(1,7));
    let _ = a.compose(layout!((3,2):(2,3)));
}
