//! row_major: a tuple by reference.
//! Fix: hand over the tuple: tuples of integers are copied.
use static_layout::*;

fn main() {
    let shape = (4, 8);
    let _ = Layout::row_major(&shape);
}
