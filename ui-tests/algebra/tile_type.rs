//! zipped_divide: a tuple of integers where a tiler is needed.
//! Fix: tile!(2, 4).
use static_layout::*;

fn main() {
    let _ = layout!((4, 8):(8, 1)).zipped_divide((2, 4));
}
