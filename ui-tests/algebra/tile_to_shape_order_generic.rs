//! tile_to_shape_ordered: in generic code, an order of variables.
//! Fix: write the order with literals: it decides which strides are static.
use static_layout::*;

fn fill<L: AnyLayout, O: IntTuple>(l: L, order: O) {
    let _ = LayoutOps::tile_to_shape_ordered(l, shape!(8,), order);
}

fn main() {
    let n = std::env::args().count();
    fill(layout!(4:1), shape!(n));
}
