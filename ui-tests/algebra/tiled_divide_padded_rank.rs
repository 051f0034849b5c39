//! tiled_divide_padded: a tiler with more modes than the layout.
//! Fix: tile at most the modes of the layout.
use static_layout::*;

fn main() {
    let _ = layout!(60:1).tiled_divide_padded(tile!(16, 8));
}
