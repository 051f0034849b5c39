//! image_to_columns: an image without channels.
//! Fix: give it a third mode of one element.
use static_layout::*;
use static_layout_kernels::image_to_columns;

fn main() {
    let _ = image_to_columns(layout!((9,8):(8,1)), 3, 3);
}
