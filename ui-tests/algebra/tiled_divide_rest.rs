//! tiled_divide: a tile of one mode that does not divide it.
//! Fix: choose a tile extent that divides, or tiled_divide_padded.
use static_layout::*;

fn main() {
    let a = layout!((4,6):(1,4));
    let _ = a.tiled_divide(tile!(2,4));
}
