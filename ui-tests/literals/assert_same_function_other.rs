//! assert_same_function!: layouts that differ at a coordinate.
//! Fix: one of the two layouts.
use static_layout::*;

fn main() {
    assert_same_function!(layout!((4, 6):(1, 4)), layout!((4, 6):(6, 1)));
}
