//! coord!: a negative coordinate.
//! Fix: count coordinates from 0.
use static_layout::*;

fn main() {
    let a = layout!((4,8):(8,1));
    let _ = a.index(coord!(1, -1));
}
