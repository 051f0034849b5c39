//! fn: shape and stride as parameters.
//! Fix: `L: AnyLayout`.
use static_layout::*;

fn f<S: IntTuple, D: IntTuple>(a: View<'_, f32, Layout<S, D>>) -> f32 {
    a[(0, 0)]
}

fn main() {
    
}
