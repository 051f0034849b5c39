//! zipped_product: a layout that overlaps itself.
//! Fix: multiply a layout that is one to one.
use static_layout::*;

fn main() {
    let _ = layout!((4,3):(1,2)).zipped_product(layout!(2:1));
}
