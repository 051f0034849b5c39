//! A tiler is a layout or a tile.
use static_layout::*;

fn main() {
    let a = layout!((128,64):(1,128));
    let _ = a.zipped_divide((16, 8));
}
