//! inverse: in generic code, offsets that stay free.
//! Fix: use right_inverse or left_inverse.
use static_layout::*;

fn back<L: AnyLayout>(l: L) {
    let _ = l.inverse();
}

fn main() {
    back(layout!((4,2):(1,8)));
}
