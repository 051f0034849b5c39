//! tile!: a layout in its macro.
//! Fix: write it without `layout!`: `tile!((2, 4):(1, 2), 4)`.
use static_layout::*;

fn main() {
    let _ = tile!(layout!((2, 4):(1, 2)), 4);
}
