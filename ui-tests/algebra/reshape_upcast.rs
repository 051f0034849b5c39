//! upcast: a stride that neither divides the number nor is a multiple of it.
//! Fix: choose a number that the strides divide or are multiples of.
use static_layout::*;

fn main() {
    let _ = layout!((4, 5):(1, 6)).upcast::<4>();
}
