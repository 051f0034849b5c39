//! slice: a coordinate of another integer type.
//! Fix: convert it to usize.
use static_layout::*;

fn main() {
    let i: u8 = 2;
    let _ = layout!((4,9):(9,1)).slice((i, Keep));
}
