//! max_common_layout: a layout that maps to coordinates.
//! Fix: compare layouts of offsets.
use static_layout::*;

fn main() {
    let _ = layout!((4,5):(1,4)).max_common_layout(layout!((4,5):(1@0,1@1)));
}
