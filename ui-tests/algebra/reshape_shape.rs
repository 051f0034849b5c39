//! with_shape: a shape that cuts a mode it does not divide.
//! Fix: cut at divisors of the extents.
use static_layout::*;

fn main() {
    let _ = layout!((4, 6):(1, 8)).with_shape(shape!(3, 8));
}
