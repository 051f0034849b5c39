//! Owned: a layout that maps to coordinates.
//! Fix: own the elements through a layout of offsets.
use static_layout::*;

fn main() {
    let _ = Owned::<u8, Layout!((4,6):(1@0,1@1))>::filled(0);
}
