//! tile!: a `?`, which belongs to types.
//! Fix: write a variable.
use static_layout::*;

fn main() {
    let _ = tile!(4, ?);
}
