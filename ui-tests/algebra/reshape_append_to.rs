//! append_to: a rank below that of the layout.
//! Fix: ask for at least the rank of the layout.
use static_layout::*;

fn main() {
    let _ = layout!((12, 16, 12):(1, 12, 192)).append_to::<2, _>(layout!(2:1));
}
