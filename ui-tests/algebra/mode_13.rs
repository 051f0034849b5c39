//! mode: a mode past the 12th.
//! Fix: no level has more than 12 modes.
use static_layout::*;

fn main() {
    let a = layout!((2,3,4):(1,2,6));
    let _ = a.mode::<13>();
}
