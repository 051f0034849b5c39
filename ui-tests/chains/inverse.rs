//! left_inverse, then more: strides that are no multiples of each other, in a chain.
//! Fix: invert a layout whose strides divide each other: everything after it follows.
use static_layout::*;

fn main() {
    let back = layout!((2,3):(3,2)).left_inverse();
    let _ = back.right_inverse().left_inverse().inverse();
    let _ = back.nullspace().max_common_layout(layout!(4:1));
    let _ = layout!((2,3):(3,2)).compose(back);
}
