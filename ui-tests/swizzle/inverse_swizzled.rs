//! right_inverse: a swizzle that leads out of the range, in generic code.
//! Fix: swizzle ranges that are whole blocks of it, or invert the layout inside.
use static_layout::*;

fn back<L: AnyLayout>(l: L) -> usize {
    l.right_inverse().size()
}

fn main() {
    let _ = back(layout!(Sw<2,0,3> o 0 o (9,2):(1,9)));
}
