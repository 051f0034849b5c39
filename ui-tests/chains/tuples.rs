//! shape_div, then more: integers that do not divide, in a chain.
//! Fix: divide by integers that fit: everything after it follows.
use static_layout::ops::TupleOps;
use static_layout::*;

fn main() {
    let counts = shape!(6, 4).shape_div(shape!(4, 2));
    let more = counts.elem_add(shape!(1, 1)).ceil_div(shape!(2, 2)).shape_div(shape!(5, 7));
    let _ = counts.append(typenum::U2::new()).group::<0, 2>();
    let _ = Layout::col_major(more);
    let _ = Layout::new(counts, shape!(1, 2)).zipped_divide(tile!(5));
    let _ = layout!((6,4):(4,1)).reshape(more);
}
