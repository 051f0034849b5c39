//! The static rule gives up where a layout exists.
use static_layout::*;

fn main() {
    let a = layout!((2,2):(1,4));
    let _ = a.compose(layout!(2:3));
}
