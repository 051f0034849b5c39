//! layout!: modes without parentheses.
//! Fix: `(4,8)`.
use static_layout::*;

fn main() {
    let _ = layout!(4, 8);
}
