//! upcast: groups of no elements.
//! Fix: a group has 1 element or more.
use static_layout::*;

fn main() {
    let a = layout!((4,8):(1,4));
    let _ = a.upcast::<0>();
}
