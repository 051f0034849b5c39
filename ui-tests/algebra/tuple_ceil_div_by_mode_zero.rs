//! ceil_div_by_mode: a divisor of 0.
//! Fix: divide by 1 or more.
use static_layout::*;
use static_layout::ops::TupleOps;

fn main() {
    let _ = shape!(8, 6).ceil_div_by_mode(shape!(0));
}
