//! Layout::new: a numeral past 2^63 - 1.
//! Fix: choose a smaller one.
use static_layout::typenum::{Prod, U1, U4, U9223372036854775808};

fn main() {
    let extent = Prod::<U9223372036854775808, U4>::new();
    let _ = static_layout::Layout::new((extent, U4::new()), (U1::new(), 3));
}
