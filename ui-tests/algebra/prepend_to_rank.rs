//! prepend_to: a rank below the rank of the layout.
//! Fix: give at least the rank of the layout.
use static_layout::*;

fn main() {
    let a = layout!((4,8,2):(1,4,32));
    let _ = a.prepend_to::<2, _>(layout!(1:0));
}
