//! The number of modes, which a pattern says.
use static_layout::*;

fn main() {
    let a = layout!((4, 8):(8, 1));
    let sizes = a.sizes();
    let _ = a.sizes()[0];
    let _ = [0; 4].map(|x: i32| x.into());
}
