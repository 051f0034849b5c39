//! append: more than 32 integers.
//! Fix: coalesce first.
use static_layout::*;

fn main() {
    let a = layout!(((1,1,1,1,1,1,1,1),(1,1,1,1,1,1,1,1),(1,1,1,1,1,1,1,1),(1,1,1,1,1,1,1,1)));
    let _ = a.append(layout!(4:1));
}
