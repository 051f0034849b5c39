//! [coord] of Owned: a static coordinate outside the shape.
//! Fix: stay below each extent.
use static_layout::*;

fn main() {
    let mut tile = Owned::<u8, Layout!((4,8):(8,1))>::filled(0);
    tile[coord!(0, 8)] = 1;
}
