//! zipped_divide, then more: a tile that does not divide, in the middle of a chain.
//! Fix: choose a tile that divides: everything after it follows.
use static_layout::*;

fn main() {
    let tiles = layout!((16,64):(64,1)).zipped_divide(tile!(32, 2)).coalesce();
    let parts = tiles.zipped_divide(tile!(16, 2)).coalesce();
    let _ = parts.logical_divide(tile!(3)).tiled_divide(tile!(5)).flatten();
    let _ = parts.zipped_divide_padded(tile!(7)).layout().flat_divide(tile!(3));
    assert_eq!(parts.index(0), 0);
    println!("{} {} {parts}", parts.size(), parts.cosize());
}
