//! A stride of the right operand does not divide.
use static_layout::*;

fn main() {
    let a = layout!((3,8):(8,1));
    let _ = layout!(a o 8:2);
}
