//! logical_divide: in generic code, a tile that does not divide.
//! Fix: choose a tile that divides where the layout is known.
use static_layout::*;

fn tiles<L: AnyLayout>(l: L) -> usize {
    l.zipped_divide(tile!(16, 8)).mode::<1>().size()
}

fn main() {
    let _ = tiles(layout!((64,32):(1,64)));
    let _ = tiles(layout!((64,36):(1,64)));
}
