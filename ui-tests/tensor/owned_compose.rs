//! compose of Owned: a layout that leads out of the tensor.
//! Fix: compose with a layout whose offsets are coordinates of the tensor.
use static_layout::*;

fn main() {
    let tile = Owned::filled(layout!((3,4):(1,3)), 0_u8);
    let _ = tile.compose(layout!(5:4));
}
