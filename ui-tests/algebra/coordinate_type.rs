//! index: a coordinate of another integer type.
//! Fix: convert it to usize.
use static_layout::*;

fn main() {
    let a = layout!((4,8):(8,1));
    let i: u32 = 2;
    let _ = a.index((i, 0));
}
