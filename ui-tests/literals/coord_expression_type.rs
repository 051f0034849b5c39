//! coord!: an expression of another integer type.
//! Fix: convert it to usize.
use static_layout::*;

fn main() {
    let i: u32 = 3;
    let _ = layout!((4, 8):(8, 1)).index(coord!({i / 2}, 1));
}
