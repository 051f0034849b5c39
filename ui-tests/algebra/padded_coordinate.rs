//! inside: a coordinate that does not fit the divided layout.
//! Fix: nest it like the shape of the divided layout.
use static_layout::*;

fn main() {
    let tiles = layout!(10:1).logical_divide_padded(layout!(4:1));
    let _ = tiles.inside((1, 2, 3));
}
