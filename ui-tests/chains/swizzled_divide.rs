//! zipped_divide, then more: a tile that does not divide a swizzled layout.
//! Fix: choose a tile that divides: everything after it follows.
use static_layout::*;

fn main() {
    let tiles = layout!(Sw<1,0,1> o 0 o (6,4):(4,1)).zipped_divide(tile!(4, 2));
    let _ = (tiles.upcast::<2>(), tiles.inverse(), tiles.index(0));
    let _ = layout!((8,8):(8,1)).compose(tiles);
    let data = [0; 24];
    let _ = View::new(&data, tiles).unwrap().slice_axes(slices!(9));
}
