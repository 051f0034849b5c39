//! logical_divide: a tile that does not divide a static mode, next to run-time modes.
//! Fix: choose a tile that divides.
use static_layout::*;

fn main() {
    let n = std::env::args().count();
    let a = layout!((6,n):(n,1));
    let _ = a.zipped_divide(tile!(4, _));
}
