//! fn: shape and stride as parameters of a divide.
//! Fix: `L: AnyLayout`.
use static_layout::*;

fn f<S: IntTuple, D: IntTuple>(l: Layout<S, D>) {
    let _ = l.zipped_divide(tile!(2, 2));
}

fn main() {
    
}
