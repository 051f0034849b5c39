//! A stride must be nested like its shape: in a type.
use static_layout::*;

struct Rows {
    layout: Layout!((?,64):64),
}

fn main() {
    let rows = Rows { layout: layout!((8,64):(64,1)) };
    let _ = rows.layout;
}
