//! index_static: a variable in the coordinate.
//! Fix: use index, or write a literal.
use static_layout::*;

fn main() {
    let a = layout!((4,8):(8,1));
    let i = std::env::args().count();
    let _ = a.index_static(coord!(i, 0));
}
