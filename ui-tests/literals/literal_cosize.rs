//! layout!: a cosize past 2^63 - 1.
//! Fix: choose smaller extents or strides.
use static_layout::*;

fn main() {
    let _ = layout!((4,1048576):(1,9223372036854775807));
}
