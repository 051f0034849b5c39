//! layout!: a stride that is not nested like the shape.
//! Fix: give every leaf of the shape a stride.
use static_layout::*;

fn main() {
    let _ = layout!((2,(2,2)):(4,1));
}
