//! partition_mut: threads that write the same elements.
//! Fix: give each thread elements of its own.
use static_layout::*;

fn main() {
    let mut data = [0; 8];
    let mut view = ViewMut::new(&mut data, layout!((4,4):(1,1))).unwrap();
    for _ in view.partition_mut(layout!((2,2):(1,2))) {}
}
