//! AnyLayout: a shape where a layout is needed.
//! Fix: make a layout of it: Layout::col_major(shape).
use static_layout::*;

fn size<L: AnyLayout>(l: L) -> usize {
    l.size()
}

fn main() {
    let _ = size(shape!(4, 8));
}
