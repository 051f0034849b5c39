//! layout!: ? in the place of a type.
//! Fix: `Layout!`.
use static_layout::*;

struct S {
    l: layout!((?, 8):(8, 1)),
}

fn main() {
    
}
