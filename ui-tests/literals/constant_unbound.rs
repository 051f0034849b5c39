//! tile!: a const parameter without its bound.
//! Fix: `where Extent<N>: Static`.
use static_layout::*;

fn tile_of<const N: usize>() -> usize {
    size_of_val(&tile!(N, 4))
}

fn main() {
    tile_of::<4>();
}
