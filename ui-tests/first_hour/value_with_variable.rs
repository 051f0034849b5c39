//! layout!: with a variable, in the place of a type.
//! Fix: `Layout!((?, 8):(8, 1))`.
use static_layout::*;

fn main() {
    let n = 4;
    let x: layout!((n, 8):(8, 1)) = layout!((n, 8):(8, 1));
}
