//! vec!: layouts of two types.
//! Fix: `to_dynamic()` of each.
use static_layout::*;

fn main() {
    let _ = vec![layout!((4, 8):(8, 1)), layout!((4, 8):(1, 4))];
}
