//! inverse: a mode of stride 0: many coordinates, one offset.
//! Fix: filter the layout first.
use static_layout::*;

fn main() {
    let a = layout!((4,2):(1,0));
    let _ = a.inverse();
}
