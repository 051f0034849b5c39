//! Layout: a cosize past 2^63 - 1, made from types.
//! Fix: choose smaller extents or strides.
use static_layout::typenum::{U4, U4611686018427387904};
use static_layout::*;

fn main() {
    let _ = Layout::new((U4::new(), U4::new()), (U4::new(), U4611686018427387904::new()));
}
