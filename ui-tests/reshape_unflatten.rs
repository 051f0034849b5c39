//! A profile of fewer leaves than the layout has modes.

use static_layout::*;

fn main() {
    let _ = layout!((2, 3, 5):(1, 2, 6)).unflatten(shape!(1, 1));
}
