//! `_` keeps a mode: that is a slice, not an index.
use static_layout::*;

fn main() {
    let a = layout!((4,8):(8,1));
    let _ = a.index(coord!(2, _));
}
