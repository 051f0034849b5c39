//! In generic code the rule is checked when a layout is known.
use static_layout::*;

fn tiles<L: AnyLayout>(l: L) -> usize {
    l.zipped_divide(tile!(16, 8)).mode::<1>().size()
}

fn main() {
    let _ = tiles(layout!((64,32):(1,64)));
    let _ = tiles(layout!((64,36):(1,64)));
}
