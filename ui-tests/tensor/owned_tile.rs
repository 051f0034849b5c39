//! tile of Owned: a tile that does not divide the layout.
//! Fix: choose a tile that divides.
use static_layout::*;

fn main() {
    let grid = Owned::<u8, Layout!((4,8):(8,1))>::filled(0);
    let _ = grid.tile(tile!(3, 2), (0, 1));
}
