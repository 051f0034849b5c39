//! PackedView::tiles: a tile that does not divide the view.
//! Fix: a tile whose extents divide those of the view.
use static_layout::*;
use static_layout_formats::{element::*, packed::*};

fn main() {
    let view = PackedView::<U4, _>::new(&[0; 4], layout!(8:1)).unwrap();
    let _ = view.tiles(tile!(3));
}
