//! dispatch!: no expression for other numbers.
//! Fix: `.., else => other`.
use static_layout::*;

fn kernel<const D: usize>() -> usize {
    D
}

fn main() {
    let d = 32;
    let _ = dispatch!(D = d in [32, 64] => kernel::<D>());
}
