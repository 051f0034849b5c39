//! iter_mut: a layout with one element for several coordinates.
//! Fix: write through a layout that is one to one.
use static_layout::*;

fn main() {
    let mut data = [0; 8];
    let mut view = ViewMut::new(&mut data, layout!((4,8):(0,1))).unwrap();
    let _ = view.iter_mut();
}
