//! layout!: the order by a name of another library.
//! Fix: `row` or `col`.
use static_layout::*;

fn main() {
    let n = 4;
    let _ = layout!((n, 4):row_major);
}
