//! shape!: in the place of a type.
//! Fix: `Shape!`.
use static_layout::*;

fn main() {
    let x: shape!(4, 8) = shape!(4, 8);
}
