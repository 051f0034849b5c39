//! A mode selected twice counts twice.
use static_layout::*;

fn main() {
    let a = layout!((3,4294967296):(0,1));
    let _ = a.select::<(typenum::U1, typenum::U1)>();
}
