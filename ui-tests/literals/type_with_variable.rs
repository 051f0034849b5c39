//! Layout!: a variable.
//! Fix: write `?` for a run-time leaf.
use static_layout::*;

fn main() {
    let n = 4;
    let _: Layout!(n:1) = layout!(n:1);
}
