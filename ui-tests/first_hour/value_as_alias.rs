//! type: layout! in the place of a type.
//! Fix: `Layout!`.
use static_layout::*;

type A = layout!((4, 8):(8, 1));

fn main() {
    
}
