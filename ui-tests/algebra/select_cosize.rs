//! select: a mode selected twice, whose sizes are too large together.
//! Fix: select each mode once.
use static_layout::*;

fn main() {
    let a = layout!((3,4294967296):(0,1));
    let _ = a.select::<(typenum::U1, typenum::U1)>();
}
