//! layout!: a constant of another integer type.
//! Fix: `{const ROWS as usize}`.
use static_layout::*;

const ROWS: i32 = 4;

fn main() {
    let _ = layout!((ROWS, 8));
}
