//! Coordinates::tile: a tile that does not divide an extent.
//! Fix: choose a tile that divides.
use static_layout::*;

fn main() {
    let _ = Coordinates::of(shape!(4, 6)).tile(tile!(3, 2), (0, 0));
}
