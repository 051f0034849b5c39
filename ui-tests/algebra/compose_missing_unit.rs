//! compose: a coordinate of a mode that the left operand does not have.
//! Fix: number the units from 0.
use static_layout::*;

fn main() {
    let a = layout!((4,6):(1,4));
    let _ = a.compose(layout!(2:1@2));
}
