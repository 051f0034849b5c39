//! zipped_divide, then more: in generic code, a tile that does not divide.
//! Fix: choose a tile that divides where the layout is known.
use static_layout::*;

fn tiles<L: AnyLayout>(l: L) -> usize {
    let tiles = l.zipped_divide(tile!(16, 8));
    let rest = tiles.mode::<1>().coalesce();
    rest.zipped_divide(tile!(3)).size() + rest.compose(layout!(5:1)).index(0)
}

fn main() {
    let _ = tiles(layout!((64,36):(1,64)));
}
