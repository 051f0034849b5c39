//! fn: a view of a parameter without a bound.
//! Fix: `L: AnyLayout`.
use static_layout::*;

fn f<L>(a: View<'_, f32, L>) -> f32 {
    a[(0, 0)]
}

fn main() {
    
}
