//! Layout::new: typenum's signed `P8` for an extent.
//! Fix: write the numeral U8.
use static_layout::typenum::{P8, U4};
use static_layout::*;

fn main() {
    let _ = Layout::new((P8::new(), U4::new()), (U4::new(), 1));
}
