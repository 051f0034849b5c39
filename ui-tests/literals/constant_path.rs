//! layout!: a constant with a path, without braces.
//! Fix: `{const tiles::BM}`.
use static_layout::*;

mod tiles {
    pub const BM: usize = 16;
}

fn main() {
    let _ = layout!((tiles::BM, 8));
    let _ = tiles::BM;
}
