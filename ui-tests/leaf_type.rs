//! Extents are `usize` or numerals.
use static_layout::*;

fn main() {
    let rows: i32 = 4;
    let _ = Layout::new((rows, 8), (8, 1));
}
