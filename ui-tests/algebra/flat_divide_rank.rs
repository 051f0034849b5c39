//! flat_divide: tiles and rests that make more than 12 modes.
//! Fix: use zipped_divide, which keeps them in two modes.
use static_layout::*;

fn main() {
    let a = layout!((2,2,2,2,2,2,2));
    let _ = a.flat_divide(tile!(2,2,2,2,2,2,2));
}
