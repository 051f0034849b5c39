//! Bits that are read and changed at once.
use static_layout::typenum::{U0, U1, U2};
use static_layout::*;

fn main() {
    let _ = Swizzle::<U2, U0, U1>::new();
}
