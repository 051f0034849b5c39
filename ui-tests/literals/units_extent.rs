//! shape!: an extent in units.
//! Fix: only strides count in units.
use static_layout::*;

fn main() {
    let _ = shape!(4@0,6);
}
