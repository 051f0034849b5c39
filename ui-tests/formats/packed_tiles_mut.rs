//! PackedViewMut::tiles_mut: a tile that does not divide the view.
//! Fix: a tile whose extents divide those of the view.
use static_layout::*;
use static_layout_formats::{element::*, packed::*};

fn main() {
    let mut bytes = [0; 4];
    let mut view = PackedViewMut::<U4, _>::new(&mut bytes, layout!(8:1)).unwrap();
    let _ = view.tiles_mut(tile!(3));
}
