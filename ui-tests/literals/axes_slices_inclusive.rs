//! slices!: a range with `..=`.
//! Fix: name the first element that is not taken: `1..4`.
use static_layout::*;

fn main() {
    let _ = slices!(1..=3);
}
