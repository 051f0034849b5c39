//! reshape of Owned: another size.
//! Fix: keep the number of elements.
use static_layout::*;

fn main() {
    let tile = Owned::<u8, Layout!((6,10):row)>::filled(0);
    let _ = tile.reshape(shape!(7, 9));
}
