//! logical_divide: a tile larger than the layout.
//! Fix: use a smaller tile, or logical_divide_padded.
use static_layout::*;

fn main() {
    let a = layout!(8:1);
    let _ = a.logical_divide(layout!(16:1));
}
