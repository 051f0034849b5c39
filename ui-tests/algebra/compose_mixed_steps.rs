//! compose: a static leaf that does not fit a static extent, before run-time extents.
//! Fix: take an extent that fits the left operand, such as 3.
use static_layout::*;

fn main() {
    let n = std::env::args().count();
    let a = layout!((3, n, n):row);
    let _ = a.compose(layout!(4:1));
}
