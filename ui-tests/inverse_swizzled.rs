//! inverse: swizzled offsets that are not carried back.
//! Fix: invert the layout inside.
use static_layout::*;

fn back<L: AnyLayout>(l: L) -> usize {
    l.right_inverse().size()
}

fn main() {
    let _ = back(layout!(Sw<2,0,3> o 0 o (8,8):(1,8)));
}
