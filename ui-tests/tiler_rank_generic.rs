//! In generic code a tiler with too many modes is found when a layout is known.
use static_layout::*;

fn tiles<L: AnyLayout>(l: L) -> usize {
    l.zipped_divide(tile!(16, 8)).size()
}

fn main() {
    let _ = tiles(layout!(64:1));
}
