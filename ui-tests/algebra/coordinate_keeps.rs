//! index: a coordinate with `_`.
//! Fix: take a slice, or write an integer for `_`.
use static_layout::*;

fn main() {
    let a = layout!((4,8):(8,1));
    let _ = a.index(coord!(2, _));
}
