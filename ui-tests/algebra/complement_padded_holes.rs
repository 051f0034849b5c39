//! complement_padded: gaps between the modes, which no rounding fills.
//! Fix: choose strides that are multiples of where the mode below ends.
use static_layout::*;

fn main() {
    let a = layout!((2,2):(1,3));
    let _ = a.complement_padded(shape!(24));
}
