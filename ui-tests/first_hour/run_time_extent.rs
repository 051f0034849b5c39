//! let: a static type for a run-time integer.
//! Fix: `?`: `Layout!((?, 8):(8, 1))`.
use static_layout::*;

fn main() {
    let n = 4;
    let _: Layout!((4, 8):(8, 1)) = layout!((n, 8):(8, 1));
}
