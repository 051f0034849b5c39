//! split_mut: modes that share elements.
//! Fix: split a layout that is one to one.
use static_layout::*;

fn main() {
    let mut data = [0; 12];
    let mut view = ViewMut::new(&mut data, layout!((4,4):(1,2))).unwrap();
    let _ = view.split_mut::<1>(2);
}
