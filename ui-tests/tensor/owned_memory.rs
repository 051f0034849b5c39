//! Owned: an array of more bytes than there are addresses.
//! Fix: choose smaller extents, or strides that leave less between.
use static_layout::*;

fn main() {
    let _ = Owned::<f64, Layout!((4, 4):(1, 1152921504606846976))>::filled(0.0);
}
