//! at check: a tile of more modes than the layout.
//! Fix: give a tile of two modes.
use static_layout_const::*;

fn main() {
    let a = Layout::<"(8,6):(6,1)">;
    let _ = a.zipped_divide(tile!(4, 3, 2));
}
