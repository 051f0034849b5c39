//! assert_same_function!: layouts of different sizes.
//! Fix: one of the two layouts.
use static_layout::*;

fn main() {
    assert_same_function!(layout!((4, 6)), layout!(12:1));
}
