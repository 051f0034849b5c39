//! In generic code the refusal comes where the code is instantiated.

use static_layout::*;

fn halves<L: AnyLayout>(l: L) -> usize {
    l.tile_to_shape(shape!(6, 6)).size()
}

fn main() {
    let _ = halves(layout!((4, 2):(1, 4)));
}
