//! layout!: three mistakes in one literal: all are reported, each at its tokens.
//! Fix: one by one.
use static_layout::*;

fn main() {
    let _ = layout!((4u8,(-2,8)):(1,?));
}
