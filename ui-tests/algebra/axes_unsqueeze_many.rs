//! unsqueeze_axes: an axis past the end.
//! Fix: number the new axes below the rank of the result.
use static_layout::*;

fn main() {
    let _ = layout!((5, 3):row).unsqueeze_axes::<Shape!(0, 4)>();
}
