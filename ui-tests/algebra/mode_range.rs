//! take: a range of modes that does not exist.
//! Fix: end the range at the rank of the layout.
use static_layout::*;

fn main() {
    let a = layout!((2,3,4):(1,2,6));
    let _ = a.take::<1, 4>();
}
