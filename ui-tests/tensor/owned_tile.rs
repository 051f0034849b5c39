//! tile of Owned: a tile that does not divide the layout.
//! Fix: choose a tile that divides.
use static_layout::*;

fn main() {
    let grid = Owned::filled(layout!((4,8):(8,1)), 0_u8);
    let _ = grid.tile(tile!(3, 2), (0, 1));
}
