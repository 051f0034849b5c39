//! A range of modes that does not exist.
use static_layout::*;

fn main() {
    let a = layout!((2,3,4):(1,2,6));
    let _ = a.take::<1, 4>();
}
