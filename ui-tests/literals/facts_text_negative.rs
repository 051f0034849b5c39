//! Layout!: a fact of a negative stride.
//! Fix: state the fact of a stride without a sign, or none.
use static_layout::*;

type Reversed = Layout!((4, 64):(-?{div=8}, 1));

fn main() {}
