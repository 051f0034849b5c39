//! reshape: an inferred extent next to an extent that does not divide the size.
//! Fix: choose extents whose product divides the size.
use static_layout::*;

fn main() {
    let _ = layout!((4,9):(1,4)).reshape(shape!(7, _));
}
