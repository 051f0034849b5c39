//! [coord] of Owned: a static coordinate outside the shape.
//! Fix: stay below each extent.
use static_layout::*;

fn main() {
    let mut tile = Owned::filled(layout!((4,8):(8,1)), 0_u8);
    tile[coord!(0, 8)] = 1;
}
