//! A stride must be nested like its shape: in the macro.
use static_layout::*;

fn main() {
    let _ = layout!((2,(2,2)):(4,1));
}
