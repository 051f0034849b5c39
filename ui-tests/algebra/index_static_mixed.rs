//! index_static: a layout with an integer known at run time.
//! Fix: index with `.index(..)`.
use static_layout::*;

fn main() {
    let n = 4;
    let _ = layout!((n,8):(8,1)).index_static(coord!((1, 2)));
}
