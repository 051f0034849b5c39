//! compose: an overflow into the next mode (a carry) that the static integers alone decide.
//! Fix: take extents that stay inside one mode of the left operand.
use static_layout::*;

fn main() {
    let n = std::env::args().count();
    let a = layout!((3,8,n):(8,1,n));
    let _ = a.compose(layout!(8:2));
}
