//! An order is static.
use static_layout::*;

fn main() {
    let first = 1;
    let _ = Layout::ordered(shape!(4, 8), shape!(first, 0));
}
