//! col_major: an extent of another integer type.
//! Fix: convert it to usize.
use static_layout::*;

fn main() {
    let rows: u64 = 4;
    let _ = Layout::col_major((rows, 8));
}
