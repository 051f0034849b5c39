//! slice_axes: a step of 0.
//! Fix: step by 1 or more, or downwards.
use static_layout::*;

fn main() {
    let _ = layout!((4, 6):row).slice_axes(slices!(..; 0));
}
