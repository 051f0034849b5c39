//! reshape: two extents to infer.
//! Fix: leave one `_`.
use static_layout::*;

fn main() {
    let _ = layout!((5, 3, 4):row).reshape(shape!(_, 3, _));
}
