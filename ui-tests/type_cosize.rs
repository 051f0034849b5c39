//! The cosize must fit `isize`: a layout made from types.
use static_layout::typenum::{U4, U4611686018427387904};
use static_layout::*;

fn main() {
    let _ = Layout::new((U4::new(), U4::new()), (U4::new(), U4611686018427387904::new()));
}
