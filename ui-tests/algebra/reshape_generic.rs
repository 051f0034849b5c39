//! unflatten: in generic code, a profile with other than one leaf for each mode.
//! Fix: choose a profile with a leaf for each mode.
use static_layout::*;

fn halves<L: AnyLayout>(l: L) -> usize {
    l.tile_to_shape(shape!(6, 6)).size()
}

fn main() {
    let _ = halves(layout!((4, 2):(1, 4)));
}
