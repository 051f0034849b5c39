//! No bijection: offsets stay free.
use static_layout::*;

fn main() {
    let a = layout!((4,2):(1,8));
    let _ = a.inverse();
}
