//! insert: a place behind the last mode.
//! Fix: insert at a place up to the rank.
use static_layout::*;
use static_layout::ops::TupleOps;

fn main() {
    let _ = shape!(2,3).insert::<3, _>(shape!(4));
}
