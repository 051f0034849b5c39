//! The modes of the right operand add past a mode of the left one.
use static_layout::*;

fn main() {
    let a = layout!((6,2):(1,7));
    let _ = a.compose(layout!((3,2):(2,3)));
}
