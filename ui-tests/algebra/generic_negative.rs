//! index: in generic code, a negative stride.
//! Fix: use offset, which is signed.
use static_layout::*;

fn last<L: AnyLayout>(l: L) -> usize {
    l.index(l.size() - 1)
}

fn main() {
    let _ = last(layout!(4:-1));
}
