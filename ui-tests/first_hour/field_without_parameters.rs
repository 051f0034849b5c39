//! struct: a field Layout without parameters.
//! Fix: `Layout!(..)`, or a parameter `L: AnyLayout`.
use static_layout::*;

struct S {
    layout: Layout,
}

fn main() {
    
}
