//! The coordinate of a slice must fit the shape.
use static_layout::*;

fn main() {
    let a = layout!((4,8):(8,1));
    let _ = a.slice(coord!(_, 2, _));
}
