//! layout!: an operator that refuses as the method does.
//! Fix: choose a tile that divides.
use static_layout::*;

fn main() {
    let a = layout!((6,4):(4,1));
    let _ = layout!(a / 4:1);
}
