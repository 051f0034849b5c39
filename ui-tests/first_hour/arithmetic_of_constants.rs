//! Layout!: arithmetic of a const parameter without braces.
//! Fix: `{const N * 2}`.
use static_layout::*;

fn f<const N: usize>(_: Layout!((N * 2, 8):(8, 1))) {}

fn main() {
    
}
