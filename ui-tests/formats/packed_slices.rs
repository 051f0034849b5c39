//! PackedView::slice_axes: an index past the end of its axis.
//! Fix: an index below the extent.
use static_layout::*;
use static_layout_formats::{element::*, packed::*};

fn main() {
    let view = PackedView::<U4, _>::new(&[0; 4], layout!((2, 4):row)).unwrap();
    let _ = view.slice_axes(slices!(2));
}
