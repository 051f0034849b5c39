//! product_like: a guide that is nested deeper than the tuple.
//! Fix: take a guide nested like the tuple, or less deeply.
use static_layout::*;
use static_layout::ops::TupleOps;

fn main() {
    let _ = shape!(4, 9).product_like(shape!((1, 1), 1));
}
