//! layout!: in the place of a type.
//! Fix: `Layout!`.
use static_layout::*;

fn main() {
    let x: layout!((4, 8):(8, 1)) = layout!((4, 8):(8, 1));
}
