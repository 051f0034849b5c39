//! at check: an integer in place of a tile.
//! Fix: write `tile!(3)`.
use static_layout_const::*;

fn main() {
    let _ = Layout::<"(4,8):(8,1)">.zipped_divide(3);
}
