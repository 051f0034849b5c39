//! An order must fit the shape: in the macro.
use static_layout::*;

fn main() {
    let _ = layout!((4,8):order(2,0,1));
}
