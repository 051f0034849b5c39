//! at check: `_` in a shape.
//! Fix: write an integer.
use static_layout_const::*;

fn main() {
    let _ = Layout::<"(4,8):(8,1)">.broadcast_to(Tuple::<"(_,4,8)">);
}
