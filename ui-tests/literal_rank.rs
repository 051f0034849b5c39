//! A literal has at most 12 modes a level.
use static_layout::*;

fn main() {
    let _ = layout!((1,1,1,1,1,1,1,1,1,1,1,1,1));
}
