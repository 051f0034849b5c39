//! Coordinates::of: a layout instead of its shape.
//! Fix: Coordinates::of(layout.shape()).
use static_layout::*;

fn main() {
    let _ = Coordinates::of(layout!((4, 6):(1, 4)));
}
