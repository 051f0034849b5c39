//! logical_divide: a layout without elements.
//! Fix: check for extents of 0 before tiles are cut.
use static_layout::*;

fn main() {
    let a = layout!((0,4):(1,1));
    let _ = a.logical_divide(layout!(2:1));
}
