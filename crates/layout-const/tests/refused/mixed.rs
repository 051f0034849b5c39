//! at check: a tile that does not divide a known mode, next to an open one.
//! Fix: choose a tile that divides.
use static_layout_const::*;

fn main() {
    let n = std::env::args().count();
    let a = Layout::<"(6,n):(n,1)">::with([n]);
    let _ = a.zipped_divide(tile!(4, _));
}
