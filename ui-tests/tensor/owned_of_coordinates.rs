//! Owned: a layout that maps to coordinates.
//! Fix: own the elements through a layout of offsets.
use static_layout::*;

fn main() {
    let _ = Owned::filled(layout!((4,6):(1@0,1@1)), 0_u8);
}
