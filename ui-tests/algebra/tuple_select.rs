//! select of a tuple: a mode that it does not have.
//! Fix: count modes from 0.
use static_layout::typenum::{U0, U2};
use static_layout::*;
use static_layout::ops::TupleOps;

fn main() {
    let _ = shape!(4, 9).select::<(U0, U2)>();
}
