//! logical_divide: a tiler with more modes than the layout.
//! Fix: tile at most the modes of the layout.
use static_layout::*;

fn main() {
    let a = layout!((128,64):(1,128));
    let _ = a.zipped_divide(tile!(16, 8, 4));
}
