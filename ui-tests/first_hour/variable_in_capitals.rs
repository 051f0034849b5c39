//! layout!: a variable in capitals, which are constants.
//! Fix: a small letter, or `{N}`.
use static_layout::*;

fn main() {
    let N = std::env::args().count();
    let _ = layout!((N, 8):(8, 1));
}
