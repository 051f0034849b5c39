//! The static integers alone allow no inverse from the left.
use static_layout::*;

fn main() {
    let n = std::env::args().count();
    let a = layout!((n,4,n):(2,3,12));
    let _ = a.left_inverse();
}
