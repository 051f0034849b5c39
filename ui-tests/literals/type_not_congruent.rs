//! Layout!: a stride that is not nested like the shape.
//! Fix: give every leaf of the shape a stride.
use static_layout::*;

struct Rows {
    layout: Layout!((?,64):64),
}

fn main() {
    let rows = Rows { layout: layout!((8,64):(64,1)) };
    let _ = rows.layout;
}
