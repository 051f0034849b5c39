//! dispatch!: no list.
//! Fix: `N = n in [8, 16] => .., else => ..`.
use static_layout::*;

fn main() {
    let n = 8;
    let _ = dispatch!(N = n => N, else => n);
}
