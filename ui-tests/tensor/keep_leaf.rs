//! Owned: `_` in the type of a layout.
//! Fix: write an integer: `_` belongs to coordinates.
use static_layout::typenum::U4;
use static_layout::*;

fn main() {
    let _ = Owned::<u8, static_layout::Layout<U4, Keep>>::default();
}
