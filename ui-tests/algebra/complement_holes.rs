//! complement: gaps between the modes that are not a layout.
//! Fix: choose strides that are multiples of where the mode below ends.
use static_layout::*;

fn main() {
    let a = layout!((2,2):(1,3));
    let _ = a.complement(typenum::U24::new());
}
