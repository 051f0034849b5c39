//! logical_divide: in generic code, a tiler with more modes than the layout.
//! Fix: tile at most the modes of each layout.
use static_layout::*;

fn tiles<L: AnyLayout>(l: L) -> usize {
    l.zipped_divide(tile!(16, 8)).size()
}

fn main() {
    let _ = tiles(layout!(64:1));
}
