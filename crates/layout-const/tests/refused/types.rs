//! at check: one of two layouts, which are different types.
//! Fix: run-time integers in both, or to_dynamic() of both.
use static_layout_const::*;

fn either(rows: bool) {
    let _ = if rows { layout!((2, 4):(4, 1)) } else { layout!((2, 4):(1, 2)) };
}

fn main() {
    either(true);
}
