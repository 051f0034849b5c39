//! A padded divide rounds the last tile up, not a tile that bends.
use static_layout::*;

fn main() {
    let n = std::env::args().count();
    let a = layout!(((3,8),n):((8,1),64));
    let _ = a.zipped_divide_padded(tile!(8:2, 4));
}
