//! Modes that reach past a group together.

use static_layout::*;

fn main() {
    let _ = layout!((3, 4):(1, 2)).upcast::<4>();
}
