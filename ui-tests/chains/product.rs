//! logical_product, then more: copies of a layout that overlaps itself, in a chain.
//! Fix: multiply a layout whose modes do not overlap: everything after it follows.
use static_layout::*;

fn main() {
    let copies = layout!((4,3):(1,2)).logical_product(layout!(2:1));
    let _ = copies.zipped_product(layout!(3:1)).coalesce();
    let _ = copies.blocked_product(layout!((2,2):(1,2))).raked_product(layout!(2:1));
    let _ = copies.append(layout!(5:7)).zipped_divide(tile!(5, 5));
    let _ = copies.compose(layout!(5:3)).tile_to_shape(shape!(3, 4));
}
