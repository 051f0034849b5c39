//! is_bijective: in generic code, swizzled offsets.
//! Fix: use the layout inside, or is_injective.
use static_layout::*;

fn onto<L: AnyLayout>(l: L) -> bool {
    l.is_bijective()
}

fn main() {
    onto(layout!(Sw<2,0,3> o 0 o (8,8):(1,8)));
}
