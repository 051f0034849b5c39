//! Layout!: a const parameter without its bound.
//! Fix: `where Extent<N>: Static`.
use static_layout::*;

struct S<const N: usize> {
    l: Layout!((N, 8):(8, 1)),
}

fn main() {
    
}
