//! compose: static integers that do not map the bits of a swizzle to bits.
//! Fix: make the strides below the swizzle powers of two.
use static_layout::*;

fn main() {
    let n = std::env::args().count();
    // The first 3 elements lie apart from the others: bit 2 of the index is no bit of the offset.
    let a = layout!((3,8,n):(8,1,n));
    let _ = a.try_compose(layout!(Sw<1,0,2> o 0 o 3:1));
}
