//! layout!: a unit of the 13th element.
//! Fix: number the elements of a coordinate from 0 to 11.
use static_layout::*;

fn main() {
    let _ = layout!(4:1@12);
}
