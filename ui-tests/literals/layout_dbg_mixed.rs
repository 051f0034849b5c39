//! layout_dbg!: no mistake: the static part of a layout is shown.
//! Fix: take it out again.
use static_layout::*;

fn main() {
    let n = 6;
    layout_dbg!(layout!((4, n):(1, 4)));
}
