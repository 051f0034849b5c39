//! coord!: a `?`, which belongs to types.
//! Fix: write a variable.
use static_layout::*;

fn main() {
    let a = layout!((4,8):(8,1));
    let _ = a.index(coord!(1, ?));
}
