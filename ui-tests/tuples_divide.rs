//! Neither of two extents divides the other.

use static_layout::*;

fn main() {
    let _ = shape!(2).shape_div(shape!(3));
}
