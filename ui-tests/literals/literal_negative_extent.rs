//! layout!: a negative extent.
//! Fix: write it without the sign; strides may be negative.
use static_layout::*;

fn main() {
    let _ = layout!((4,-8):(1,4));
}
