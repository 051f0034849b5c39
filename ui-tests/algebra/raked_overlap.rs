//! raked_product: copies that would land on one another.
//! Fix: multiply a layout that is one to one.
use static_layout::*;

fn main() {
    let a = layout!(((2),1):((3),1));
    let _ = a.raked_product(layout!((2,8):(1,2)));
}
