//! append: a mode whose stride counts in coordinates, behind one of offsets, of a layout with a variable.
//! Fix: give the mode a number as its stride.
use static_layout::*;

fn main() {
    let n = 4;
    let a = layout!((4,n):(1,4));
    let _ = a.append(layout!(2:1@0));
}
