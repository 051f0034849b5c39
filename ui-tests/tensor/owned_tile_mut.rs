//! tile_mut of Owned: a tile that does not divide the layout.
//! Fix: choose a tile that divides, or tile_padded_mut.
use static_layout::*;

fn main() {
    let mut tile = Owned::filled(layout!((6,10):row), 0_u8);
    let _ = tile.tile_mut(tile!(2, 4), (0, 0));
}
