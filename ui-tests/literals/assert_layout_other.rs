//! assert_layout!: a layout that differs from the expected layout.
//! Fix: the layout, or the expected layout.
use static_layout::*;

fn main() {
    let a = layout!((4, 6):(1, 4)).logical_divide(tile!(2, 3));
    assert_layout!(a, ((2, 3), (2, 2)):((1, 4), (2, 12)));
}
