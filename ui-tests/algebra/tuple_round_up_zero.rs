//! round_up: a multiple of 0.
//! Fix: round up to multiples of 1 or more.
use static_layout::*;
use static_layout::ops::TupleOps;

fn main() {
    let _ = shape!(8, 5).round_up(shape!(0));
}
