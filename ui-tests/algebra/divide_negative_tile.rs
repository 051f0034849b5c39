//! logical_divide: a tile that walks backwards.
//! Fix: divide by the tile with a positive stride, and reverse its mode.
use static_layout::*;

fn main() {
    let a = layout!(24:1);
    let _ = a.logical_divide(layout!(4:-1));
}
