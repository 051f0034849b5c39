//! logical_divide: a tile of one mode that does not divide it.
//! Fix: choose a tile extent that divides, or logical_divide_padded.
use static_layout::*;

fn main() {
    let a = layout!((128,60):(1,128));
    let _ = a.zipped_divide(tile!(16, 8));
}
