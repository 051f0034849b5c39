//! get_unchecked: a coordinate nested unlike the shape.
//! Fix: write one integer for each mode.
use static_layout::*;

fn main() {
    let tile = Owned::<u8, Layout!((8,8):(8,1))>::filled(0);
    // SAFETY: the program does not compile.
    let _ = unsafe { tile.get_unchecked((1, 2, 3)) };
}
