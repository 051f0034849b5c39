//! An extent is not negative.
use static_layout::*;

fn main() {
    let _ = layout!((4,-8):(1,4));
}
