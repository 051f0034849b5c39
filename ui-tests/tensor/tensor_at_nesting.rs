//! at of Owned: a coordinate nested unlike the shape.
//! Fix: write one integer for each mode.
use static_layout::*;

fn main() {
    let tile = Owned::<u8, Layout!((8,8):(8,1))>::filled(0);
    let _ = tile.at((1, 2, 3));
}
