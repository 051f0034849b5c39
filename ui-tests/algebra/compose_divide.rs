//! compose: a stride of the right operand that does not divide.
//! Fix: choose a stride that divides the extents it steps over.
use static_layout::*;

fn main() {
    let a = layout!((3,8):(8,1));
    let _ = layout!(a o 8:2);
}
