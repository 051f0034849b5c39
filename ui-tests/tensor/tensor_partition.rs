//! partition_mut: several threads at one place.
//! Fix: give each thread a place of its own.
use static_layout::*;

fn main() {
    let mut data = [0; 8];
    let _ = ViewMut::new(&mut data, layout!((2,4))).unwrap().partition_mut(layout!((2,2):(1,0)));
}
