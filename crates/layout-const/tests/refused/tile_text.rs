//! at check: a text that is no tile.
//! Fix: a tile by mode is in angle brackets.
use static_layout_const::*;

fn main() {
    let a = Layout::<"(8,6):(6,1)">;
    let _ = a.zipped_divide(Tile::<"<4,3">);
}
