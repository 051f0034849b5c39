//! layout!: a reference to an integer.
//! Fix: *n.
use static_layout::*;

fn main() {
    for n in &[4, 8] {
        let _ = layout!((n,2):(2,1));
    }
}
