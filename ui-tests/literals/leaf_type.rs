//! Layout::new: an extent of another integer type.
//! Fix: convert it to usize.
use static_layout::*;

fn main() {
    let rows: i32 = 4;
    let _ = Layout::new((rows, 8), (8, 1));
}
