//! Layout!: in the place of a value.
//! Fix: `layout!`.
use static_layout::*;

fn main() {
    let x = Layout!((4, 8):(8, 1));
}
