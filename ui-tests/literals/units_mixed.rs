//! layout!: a number and a coordinate among the strides.
//! Fix: give all strides numbers, or units of coordinates.
use static_layout::*;

fn main() {
    let n = 4;
    let _ = layout!((4,n):(1@0,n));
}
