//! An order must fit the shape.
use static_layout::*;

fn main() {
    let _ = Layout::ordered(shape!(4, 8), shape!(2, 0, 1));
}
