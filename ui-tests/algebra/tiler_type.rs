//! zipped_divide: a tuple where a tiler is needed.
//! Fix: write tile!(16, 8).
use static_layout::*;

fn main() {
    let a = layout!((128,64):(1,128));
    let _ = a.zipped_divide((16, 8));
}
