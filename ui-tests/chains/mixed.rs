//! zipped_divide, then more: a static mode that the tile does not divide, beside a run-time one.
//! Fix: choose a tile that divides: everything after it follows.
use static_layout::*;

fn main() {
    let n = std::env::args().count();
    let tiles = layout!((6,n):(n,1)).zipped_divide(tile!(4, _));
    let _ = tiles.coalesce().zipped_divide(tile!(5));
    let _ = tiles.try_logical_divide(tile!(3)).unwrap().flatten();
    let _ = tiles.permute::<(typenum::U1, typenum::U0)>().slice(coord!(_, 0));
    let _ = tiles.index((0, 0));
}
