//! PackedView::compose: an index past the last element.
//! Fix: a tiler whose last offset is below the size.
use static_layout::*;
use static_layout_formats::{element::*, packed::*};

fn main() {
    let view = PackedView::<U4, _>::new(&[0; 4], layout!(8:1)).unwrap();
    let _ = view.compose(layout!(4:3));
}
