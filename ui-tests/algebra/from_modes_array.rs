//! from_modes: an array in place of a tuple.
//! Fix: pass a tuple, since each mode has a type of its own.
use static_layout::*;

fn main() {
    let _ = Layout::from_modes([layout!(5:1), layout!(5:1)]);
}
