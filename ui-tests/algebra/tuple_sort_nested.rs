//! sort of a tuple: a nested tuple.
//! Fix: flatten it first.
use static_layout::*;
use static_layout::ops::TupleOps;

fn main() {
    let _ = shape!(2,(3,4)).sort();
}
