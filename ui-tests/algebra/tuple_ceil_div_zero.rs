//! ceil_div: a divisor of 0.
//! Fix: divide by 1 or more.
use static_layout::*;
use static_layout::ops::TupleOps;

fn main() {
    let _ = shape!(8,4).ceil_div(shape!(0));
}
