//! blocked_product: swizzled copies.
//! Fix: multiply by the layout inside, and swizzle the result.
use static_layout::*;

fn main() {
    let a = layout!((2,2):(1,2));
    let _ = a.blocked_product(layout!(Sw<1,0,1> o 0 o (2,2):(1,2)));
}
