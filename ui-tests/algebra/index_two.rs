//! index: the elements of a coordinate as two arguments.
//! Fix: one coordinate, index((1, 2)).
use static_layout::*;

fn main() {
    let _ = layout!((4, 8):(8, 1)).index(1, 2);
}
