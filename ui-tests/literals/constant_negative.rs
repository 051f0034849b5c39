//! layout!: a difference of constants that is a negative extent.
//! Fix: subtract in the other order.
use static_layout::*;

const HALO: usize = 2;

fn main() {
    let _ = layout!(({const HALO - 8}, 4));
}
