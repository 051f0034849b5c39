//! The operators of the macro refuse as the methods do.
use static_layout::*;

fn main() {
    let a = layout!((6,4):(4,1));
    let _ = layout!(a / 4:1);
}
