//! A tiler by mode has no more modes than the layout.
use static_layout::*;

fn main() {
    let a = layout!((128,64):(1,128));
    let _ = a.zipped_divide(tile!(16, 8, 4));
}
