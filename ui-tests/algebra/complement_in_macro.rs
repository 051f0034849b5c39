//! ~a: gaps between the modes.
//! Fix: choose strides that are multiples of where the mode below ends.
use static_layout::*;

fn main() {
    let _ = layout!(~(2,2):(1,3));
}
