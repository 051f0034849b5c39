//! A stride that neither divides the number nor is a multiple of it.

use static_layout::*;

fn main() {
    let _ = layout!((4, 5):(1, 6)).upcast::<4>();
}
