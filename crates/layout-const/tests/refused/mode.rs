//! at check: a mode that does not exist.
//! Fix: count modes from 0.
use static_layout_const::*;

fn main() {
    let a = Layout::<"(8,6):(6,1)">;
    let _ = a.mode::<2>();
}
