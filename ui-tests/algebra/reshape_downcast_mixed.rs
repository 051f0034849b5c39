//! downcast: a run-time stride that is not known to be 1.
//! Fix: make the stride of adjacent elements static.
use static_layout::*;

fn main() {
    let n = 1;
    let _ = layout!(4:n).downcast::<2>();
}
