//! get_unchecked: a coordinate nested unlike the shape.
//! Fix: write one integer for each mode.
use static_layout::*;

fn main() {
    let tile = Owned::filled(layout!((8,8):(8,1)), 0_u8);
    // SAFETY: the program does not compile.
    let _ = unsafe { tile.get_unchecked((1, 2, 3)) };
}
