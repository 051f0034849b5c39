//! Coordinates::at: a static coordinate outside the shape.
//! Fix: stay below each extent.
use static_layout::*;

fn main() {
    let _ = Coordinates::of(shape!(4, 6)).at(coord!(4, 0));
}
