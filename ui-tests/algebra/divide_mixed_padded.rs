//! logical_divide_padded: a tile that bends: only the last one is rounded up.
//! Fix: tile by mode.
use static_layout::*;

fn main() {
    let n = std::env::args().count();
    let a = layout!(((3,8),n):((8,1),64));
    let _ = a.zipped_divide_padded(tile!(8:2, 4));
}
