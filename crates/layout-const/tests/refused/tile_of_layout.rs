//! at check: a layout in the text of a tile.
//! Fix: write `<2,2>`, or pass the layout.
use static_layout_const::*;

fn main() {
    let _ = Layout::<"(4,8):(8,1)">.zipped_divide(Tile::<"(2,2)">);
}
