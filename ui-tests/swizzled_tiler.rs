//! A swizzled layout tiles nothing.
use static_layout::*;

fn main() {
    let tile = layout!(Sw<1,0,1> o 0 o 4:1);
    let _ = layout!((8,8):(8,1)).logical_divide(tile);
}
