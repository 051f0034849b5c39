//! unsqueeze: an axis past the end.
//! Fix: number the new axis at most the rank.
use static_layout::*;

fn main() {
    let _ = layout!((5, 3):row).unsqueeze::<3>();
}
