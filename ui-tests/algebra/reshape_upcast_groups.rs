//! upcast: modes that reach past a group together.
//! Fix: group within one mode.
use static_layout::*;

fn main() {
    let _ = layout!((3, 4):(1, 2)).upcast::<4>();
}
