//! for: elements that two coordinates share, all lent to be written.
//! Fix: write to them one at a time, with update.
use static_layout::*;

fn main() {
    let mut data = [0; 6];
    let mut view = ViewMut::new(&mut data, layout!((2,4):(2,1))).unwrap();
    for x in &mut view {
        *x = 1;
    }
}
