//! A carry that the static leaves alone decide.
use static_layout::*;

fn main() {
    let n = std::env::args().count();
    let a = layout!((3,8,n):(8,1,n));
    let _ = a.compose(layout!(8:2));
}
