//! layout!: an integer past 2^63 - 1.
//! Fix: choose a smaller one.
use static_layout::*;

fn main() {
    let _ = layout!((4,9223372036854775808):(1,4));
}
