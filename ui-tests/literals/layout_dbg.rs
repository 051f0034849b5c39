//! layout_dbg!: no mistake: the layout is shown.
//! Fix: take it out again.
use static_layout::*;

fn main() {
    let a = layout!((4, 6):(1, 4)).zipped_divide(tile!(2, 3));
    layout_dbg!(a);
}
