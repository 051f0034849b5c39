//! zip: modes of unequal rank.
//! Fix: give all modes the same number of modes.
use static_layout::*;

fn main() {
    let _ = layout!(((4, 2), (4, 2, 3)):((1, 4), (1, 4, 8))).zip();
}
