//! dispatch!: a constant with a path in the list.
//! Fix: `use tiles::LARGE;`, then `LARGE`.
use static_layout::*;

mod tiles {
    pub const LARGE: usize = 64;
}

fn main() {
    let n = tiles::LARGE;
    let _ = dispatch!(N = n in [8, {const tiles::LARGE}] => N, else => n);
}
