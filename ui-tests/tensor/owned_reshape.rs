//! reshape of Owned: another size.
//! Fix: keep the number of elements.
use static_layout::*;

fn main() {
    let tile = Owned::filled(layout!((6,10):row), 0_u8);
    let _ = tile.reshape(shape!(7, 9));
}
