//! update_indexed: an array of another length than the number of modes.
//! Fix: an index for each mode.
use static_layout::*;

fn main() {
    let mut data = [0; 32];
    let mut view = ViewMut::new(&mut data, layout!((4,8):(8,1))).unwrap();
    view.update_indexed(|[i], x| *x = i);
}
