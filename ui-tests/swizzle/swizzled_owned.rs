//! Owned: a tensor that its swizzled offsets would leave.
//! Fix: view a longer slice through it.
use static_layout::*;

fn main() {
    // Element 8 is stored at 10, past the 9 elements of the layout.
    let _ = Owned::filled(layout!(Sw<2,0,2> o 0 o 9:1), 0_u8);
}
