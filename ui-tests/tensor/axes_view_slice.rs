//! slice_axes of a view: an index outside of its axis.
//! Fix: stay below the extent; negative indices count from the end.
use static_layout::*;

fn main() {
    let view = View::new(&[0; 24], layout!((4, 6):row)).unwrap();
    let _ = view.slice_axes(slices!(.., -7));
}
