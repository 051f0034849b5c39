//! Modes are numbered from 0.
use static_layout::*;

fn main() {
    let a = layout!((2,(3,4)):(1,(2,6)));
    let _ = a.mode::<2>();
}
