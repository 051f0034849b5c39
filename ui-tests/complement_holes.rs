//! The offsets that a layout leaves out are no layout.
use static_layout::*;

fn main() {
    let a = layout!((2,2):(1,3));
    let _ = a.complement(typenum::U24::new());
}
