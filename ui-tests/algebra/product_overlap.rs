//! logical_product: a layout that overlaps itself.
//! Fix: multiply a layout that is one to one.
use static_layout::*;

fn main() {
    let a = layout!((4,2):(1,2));
    let _ = a.logical_product(layout!(3:1));
}
