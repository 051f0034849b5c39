//! ==: static layouts of different integers, which are different types.
//! Fix: compare them as functions with same_function, or compare to_dynamic() of both.
use static_layout::*;

fn main() {
    let _ = layout!((2, 4):(4, 1)) == layout!((2, 4):(1, 2));
}
