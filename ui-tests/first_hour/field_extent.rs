//! layout!: a field without braces.
//! Fix: `{s.rows}`.
use static_layout::*;

fn main() {
    struct S { rows: usize }
    let s = S { rows: 4 };
    let _ = layout!((s.rows, 8):(8, 1));
}
