//! Swizzle::new: bits that are read and changed at once.
//! Fix: choose a shift of at least the number of bits.
use static_layout::typenum::{U0, U1, U2};
use static_layout::*;

fn main() {
    let _ = Swizzle::<U2, U0, U1>::new();
}
