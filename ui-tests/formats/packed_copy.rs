//! packed::copy: two coordinates of the destination share an element.
//! Fix: a destination of distinct elements.
use static_layout::*;
use static_layout_formats::{element::*, packed::*};

fn main() {
    let mut bytes = [0; 2];
    let from = PackedView::<U4, _>::new(&[0; 2], layout!((2, 2):(1, 2))).unwrap();
    let mut to = PackedViewMut::<U4, _>::new(&mut bytes, layout!((2, 2):(1, 1))).unwrap();
    copy(from, &mut to);
}
