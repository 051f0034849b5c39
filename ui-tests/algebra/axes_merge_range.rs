//! merge_axes: a range past the axes.
//! Fix: end at the rank.
use static_layout::*;

fn main() {
    let _ = layout!((4, 5, 3):row).merge_axes::<1, 4>();
}
