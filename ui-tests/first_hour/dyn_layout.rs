//! dyn: a layout behind a pointer.
//! Fix: `dynamic::Layout`, from `to_dynamic()`.
use static_layout::*;

struct S {
    l: Box<dyn AnyLayout>,
}

fn main() {
    
}
