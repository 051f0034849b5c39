//! fn: an argument Layout without parameters.
//! Fix: `l: impl AnyLayout`.
use static_layout::*;

fn f(l: Layout) {}

fn main() {
    
}
