//! equals: a layout with run-time numbers, which `const` does not know.
//! Fix: `==`, which compares layouts of all types.
use static_layout::*;

fn main() {
    let n = 4;
    let _ = layout!((2, 4):(4, 1)).equals(layout!((2, n):(4, 1)));
}
