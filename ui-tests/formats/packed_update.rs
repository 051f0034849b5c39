//! PackedViewMut::update: a coordinate that is nested in another way.
//! Fix: a coordinate with one integer for each mode.
use static_layout::*;
use static_layout_formats::{element::*, packed::*};

fn main() {
    let mut bytes = [0; 4];
    let mut view = PackedViewMut::<U4, _>::new(&mut bytes, layout!((2, 4):row)).unwrap();
    view.update((1, 2, 0), |e| e);
}
