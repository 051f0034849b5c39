//! layout!: modes in square brackets.
//! Fix: `(4,8):(8,1)`.
use static_layout::*;

fn main() {
    let _ = layout!([4, 8]:[8, 1]);
}
