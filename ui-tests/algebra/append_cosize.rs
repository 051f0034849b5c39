//! append: modes that fit one by one and are too large together.
//! Fix: choose extents whose product fits.
use static_layout::*;

fn main() {
    let a = layout!(4294967296:1);
    let _ = a.append(layout!(4294967296:0));
}
