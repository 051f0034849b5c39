//! logical_divide: a swizzled tile.
//! Fix: divide by the layout inside.
use static_layout::*;

fn main() {
    let tile = layout!(Sw<1,0,1> o 0 o 4:1);
    let _ = layout!((8,8):(8,1)).logical_divide(tile);
}
