//! All mistakes of one literal are reported at once, each at its tokens.
use static_layout::*;

fn main() {
    let _ = layout!((4u8,(-2,8)):(1,?));
}
