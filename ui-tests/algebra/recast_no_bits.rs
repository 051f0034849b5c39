//! recast_bits: elements of no bits.
//! Fix: state the bits of an element, 1 or more.
use static_layout::*;

fn main() {
    let a = layout!((4,8):(1,4));
    let _ = a.recast_bits::<0, 8>();
}
