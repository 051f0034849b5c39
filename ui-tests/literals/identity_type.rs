//! identity: an extent of another integer type.
//! Fix: convert it to usize.
use static_layout::*;

fn main() {
    let n: u16 = 4;
    let _ = Layout::identity((n, 4));
}
