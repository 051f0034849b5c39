//! group: a range of modes that does not exist.
//! Fix: end the range at the rank of the layout.
use static_layout::*;

fn main() {
    let a = layout!((4,8,2):(1,4,32));
    let _ = a.group::<1, 4>();
}
