//! reshape: a shape of another size.
//! Fix: choose extents with the same product, or `_` for one of them.
use static_layout::*;

fn main() {
    let _ = layout!((5, 3, 4):row).reshape(shape!(7, 9));
}
