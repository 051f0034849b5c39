//! fn: a layout that is a parameter without a bound.
//! Fix: `L: AnyLayout`.
use static_layout::*;

fn f<L>(l: L) -> usize {
    l.size()
}

fn main() {
    
}
