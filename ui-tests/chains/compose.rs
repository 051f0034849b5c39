//! compose, then more: a stride that does not divide, in a chain.
//! Fix: compose with steps that divide: everything after it follows.
use static_layout::*;

fn main() {
    let columns = layout!((3,8):(8,1)).compose(layout!(8:2));
    let _ = columns.compose(layout!(5:1)).zipped_divide(layout!(3:1));
    let _ = columns.with_shape(shape!(3, 3)).refine(shape!(3, 5));
    let _ = layout!((6,4):(4,1)).compose(columns).coalesce();
    let _ = columns.max_common_vector(layout!(8:1));
}
