//! More leaves in a profile than modes to put there.

use static_layout::*;

fn main() {
    let n = 5;
    let _ = shape!(2, n).unflatten(shape!(0, (0, 0)));
}
