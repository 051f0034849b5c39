//! layout!: an operator without its right operand.
//! Fix: write the layout behind the operator.
use static_layout::*;

fn main() {
    let a = layout!((4,8):(8,1));
    let _ = layout!(a o );
}
