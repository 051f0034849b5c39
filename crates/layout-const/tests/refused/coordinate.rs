//! at check: a coordinate of another nesting.
//! Fix: give a coordinate of two modes.
use static_layout_const::*;

fn main() {
    let a = Layout::<"(8,(2,3)):(6,(3,1))">;
    let _ = a.index((1, 1, 1));
}
