//! Shape!: in the place of a value.
//! Fix: `shape!`.
use static_layout::*;

fn main() {
    let x = Shape!(4, 8);
}
