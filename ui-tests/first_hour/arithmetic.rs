//! layout!: arithmetic without braces.
//! Fix: `{n * 2}`.
use static_layout::*;

fn main() {
    let n = 4;
    let _ = layout!((n * 2, 8):(8, 1));
}
