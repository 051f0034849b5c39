//! tile_to_shape: a signed numeral of typenum.
//! Fix: write shape!(4, 4), or U4.
use static_layout::typenum::{P4, U4};
use static_layout::*;

fn main() {
    let _ = layout!((2, 2):(2, 1)).tile_to_shape((P4::new(), U4::new()));
}
