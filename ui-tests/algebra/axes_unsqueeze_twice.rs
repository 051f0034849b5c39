//! unsqueeze_axes: an axis that is listed twice.
//! Fix: list each new axis once.
use static_layout::*;

fn main() {
    let _ = layout!((5, 3):row).unsqueeze_axes::<Shape!(1, 1)>();
}
