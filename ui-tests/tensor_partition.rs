//! A layout of threads that gives two places to one thread.
use static_layout::*;

fn main() {
    let mut data = [0; 8];
    let _ = ViewMut::new(&mut data, layout!((2,4))).unwrap().partition_mut(layout!((2,2):(1,0)));
}
