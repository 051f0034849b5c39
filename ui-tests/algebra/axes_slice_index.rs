//! slice_axes: an index outside of its axis.
//! Fix: stay below the extent; negative indices count from the end.
use static_layout::*;

fn main() {
    let _ = layout!((4, 6):row).slice_axes(slices!(4, 1..));
}
