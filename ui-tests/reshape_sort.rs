//! A negative stride has no place in an order.

use static_layout::*;

fn main() {
    let _ = layout!((4, 2):(-1, 4)).sort();
}
