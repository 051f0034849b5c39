//! A run-time stride is not known to be 1.

use static_layout::*;

fn main() {
    let n = 1;
    let _ = layout!(4:n).downcast::<2>();
}
