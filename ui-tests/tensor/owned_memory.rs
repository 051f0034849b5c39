//! Owned: an array of more bytes than there are addresses.
//! Fix: choose smaller extents, or strides that leave less between.
use static_layout::*;

fn main() {
    let _ = Owned::filled(layout!((4, 4):(1, 1152921504606846976)), 0.0);
}
