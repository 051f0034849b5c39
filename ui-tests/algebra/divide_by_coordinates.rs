//! logical_divide: a tile whose stride counts in coordinates.
//! Fix: give the tile a number as its stride.
use static_layout::*;

fn main() {
    let a = layout!((4,6):(1,4));
    let _ = a.logical_divide(layout!(2:1@0));
}
