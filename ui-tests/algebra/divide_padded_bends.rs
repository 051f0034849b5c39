//! zipped_divide_padded: a tile that bends across the modes.
//! Fix: round up whole modes: tile by mode.
use static_layout::*;

fn main() {
    let a = layout!((6,4):(4,1));
    let _ = a.zipped_divide_padded(layout!(4:1));
}
