//! sort: a negative stride.
//! Fix: reverse the mode first.
use static_layout::*;

fn main() {
    let _ = layout!((4, 2):(-1, 4)).sort();
}
