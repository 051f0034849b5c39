//! struct: a view without a layout.
//! Fix: `View<'a, f32, Layout!(..)>`, or a parameter `L: AnyLayout`.
use static_layout::*;

struct S<'a> {
    a: View<'a, f32>,
}

fn main() {
    
}
