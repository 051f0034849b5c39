//! unflatten: a profile with other than one leaf for each mode.
//! Fix: choose a profile with a leaf for each mode.
use static_layout::*;

fn main() {
    let _ = layout!((2, 3, 5):(1, 2, 6)).unflatten(shape!(1, 1));
}
