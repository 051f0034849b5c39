//! Bits that do not fit the strides.

use static_layout::*;

fn main() {
    let _ = layout!((8, 5):(1, 9)).recast_bits::<8, 16>();
}
