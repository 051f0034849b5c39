//! col_major: a size past 2^63 - 1.
//! Fix: choose extents whose product fits.
use static_layout::*;

fn main() {
    let _ = Layout::col_major(shape!(4294967296, 4294967296));
}
