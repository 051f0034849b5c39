//! permute: a mode that is named twice.
//! Fix: name each mode once, or use select.
use static_layout::typenum::{U0, U2};
use static_layout::*;

fn main() {
    let _ = layout!((2, 3, 4):(1, 2, 6)).permute::<(U2, U0, U2)>();
}
