//! recast_bits: bits that do not fit the strides.
//! Fix: recast a layout whose strides are multiples.
use static_layout::*;

fn main() {
    let _ = layout!((8, 5):(1, 9)).recast_bits::<8, 16>();
}
