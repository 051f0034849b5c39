//! permute: a mode that the layout does not have.
//! Fix: name each mode from 0 to the rank once.
use static_layout::*;

fn main() {
    let a = layout!((4,8):(1,4));
    let _ = a.permute::<(typenum::U1, typenum::U2)>();
}
