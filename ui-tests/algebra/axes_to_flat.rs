//! to_flat: an axis that is not a single extent and stride.
//! Fix: keep the nested mode, or copy the elements.
use static_layout::*;

fn main() {
    let _ = layout!((4, (2, 3)):(1, (4, 16))).to_flat();
}
