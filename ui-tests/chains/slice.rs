//! slice, then more: a mode with a quotient that leaves a rest, in a chain.
//! Fix: choose a tile that divides: everything after it follows.
use static_layout::*;

fn main() {
    let tiles = layout!((6,4):(4,1)).zipped_divide(tile!(4, 2));
    let (tile, first) = tiles.slice(coord!(_, (1, 0)));
    let (rest, _) = tiles.slice(coord!(0, _));
    let _ = (tile.zipped_divide(tile!(2)), rest.zipped_divide(tile!(5)), first);
    let _ = rest.slice_axes(slices!(7));
    let _ = tiles.index_static(coord!(0, 0));
    let _ = tiles.mode::<1>().select::<(typenum::U0,)>().permute::<(typenum::U0,)>();
}
