//! blocked_product: blocks that overlap themselves.
//! Fix: use a block that is one to one.
use static_layout::*;

fn main() {
    let a = layout!((2,2):(1,1));
    let _ = a.blocked_product(layout!(2:1));
}
