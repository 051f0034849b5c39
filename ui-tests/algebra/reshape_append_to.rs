//! append_to: a rank below the rank of the layout.
//! Fix: give at least the rank of the layout.
use static_layout::*;

fn main() {
    let _ = layout!((12, 16, 12):(1, 12, 192)).append_to::<2, _>(layout!(2:1));
}
