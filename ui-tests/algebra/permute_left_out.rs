//! permute: a mode that is not named.
//! Fix: name each mode, or use select.
use static_layout::*;

fn main() {
    let a = layout!((4,8,2):(1,4,32));
    let _ = a.permute::<(typenum::U2, typenum::U0)>();
}
