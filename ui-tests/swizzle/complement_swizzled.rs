//! complement: swizzled offsets, in generic code.
//! Fix: take the complement of the layout inside.
use static_layout::*;

fn rest<L: AnyLayout>(l: L) {
    let _ = l.complement(shape!(128));
}

fn main() {
    let a = layout!(Sw<2,0,3> o 0 o (8,8):(1,8));
    rest(a);
}
