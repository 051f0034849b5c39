//! logical_divide: a tile that does not divide an extent.
//! Fix: choose a tile that divides the extent 6, or a tile for each mode.
use static_layout::*;

fn main() {
    let a = layout!((6,4):(4,1));
    let _ = a.logical_divide(layout!(4:1));
}
