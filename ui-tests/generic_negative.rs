//! Offsets of a layout with a negative stride are signed.
use static_layout::*;

fn last<L: AnyLayout>(l: L) -> usize {
    l.index(l.size() - 1)
}

fn main() {
    let _ = last(layout!(4:-1));
}
