//! compose: a layout that does not map the bits of a swizzle to bits.
//! Fix: compose with strides that are multiples of the bits moved.
use static_layout::*;

fn main() {
    // Bit 2 of the index becomes 12 = 8 + 4 in the offset.
    let a = layout!((4,4):(1,12));
    let _ = a.compose(layout!(Sw<1,0,2> o 0 o 16:1));
}
