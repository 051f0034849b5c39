//! at check: a slice by a coordinate of another nesting.
//! Fix: give a coordinate of two modes.
use static_layout_const::*;

fn main() {
    let a = Layout::<"(8,6):(6,1)">;
    let _ = a.slice(coord!(1, _, 0));
}
