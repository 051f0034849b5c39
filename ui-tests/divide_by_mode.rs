//! The tile of one mode does not divide it.
use static_layout::*;

fn main() {
    let a = layout!((128,60):(1,128));
    let _ = a.zipped_divide(tile!(16, 8));
}
