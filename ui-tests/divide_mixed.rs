//! What is static in a layout is refused by the compiler, whatever the rest will be.
use static_layout::*;

fn main() {
    let n = std::env::args().count();
    let a = layout!((6,n):(n,1));
    let _ = a.zipped_divide(tile!(4, _));
}
