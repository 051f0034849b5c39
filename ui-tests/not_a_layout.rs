//! A shape is no layout.
use static_layout::*;

fn size<L: AnyLayout>(l: L) -> usize {
    l.size()
}

fn main() {
    let _ = size(shape!(4, 8));
}
