//! reshape: two extents to infer, next to a variable.
//! Fix: leave one `_`.
use static_layout::*;

fn main() {
    let n = 4;
    let _ = layout!((n, 4):(4, 1)).reshape(shape!(_, 2, _));
}
