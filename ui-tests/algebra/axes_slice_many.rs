//! slice_axes: more slices than axes.
//! Fix: one slice for each axis.
use static_layout::*;

fn main() {
    let _ = layout!((4, 6):row).slice_axes(slices!(1, 2, 3));
}
