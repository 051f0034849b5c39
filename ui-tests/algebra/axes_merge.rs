//! merge_axes: an axis that is not a single extent and stride.
//! Fix: flatten the nested mode first.
use static_layout::*;

fn main() {
    let _ = layout!((4, (2, 3)):(1, (4, 16))).merge_axes::<0, 2>();
}
