//! logical_divide: a tile that repeats an element.
//! Fix: give the tile a stride other than 0.
use static_layout::*;

fn main() {
    let a = layout!(24:1);
    let _ = a.logical_divide(layout!((4,2):(1,0)));
}
