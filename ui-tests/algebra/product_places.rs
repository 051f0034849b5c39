//! logical_product: more copies than fit the gaps of the layout.
//! Fix: a number of copies that the gap divides.
use static_layout::*;

fn main() {
    let a = layout!((2,2):(1,4));
    let _ = a.logical_product(layout!(3:1));
}
