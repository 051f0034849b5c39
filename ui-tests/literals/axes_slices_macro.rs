//! slices!: a step without a range.
//! Fix: write `..; 2` for every second element.
use static_layout::*;

fn main() {
    let _ = slices!(3; 2);
}
