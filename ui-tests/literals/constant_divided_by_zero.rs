//! layout!: a constant divided by 0.
//! Fix: divide by another constant.
use static_layout::*;

const PARTS: usize = 0;

fn main() {
    let _ = layout!(({const 64 / PARTS}, 4));
}
