//! at check: a value of a layout with an open leaf.
//! Fix: give the integer: `with([n])`.
use static_layout_const::*;

fn main() {
    let _ = Layout::<"(n,6):(6,1)">;
}
