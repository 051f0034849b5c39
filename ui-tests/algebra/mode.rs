//! mode: a mode that the layout does not have.
//! Fix: number the modes from 0.
use static_layout::*;

fn main() {
    let a = layout!((2,(3,4)):(1,(2,6)));
    let _ = a.mode::<2>();
}
