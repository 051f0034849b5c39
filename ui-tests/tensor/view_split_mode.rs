//! split_mut: a mode that the layout does not have.
//! Fix: number the modes from 0.
use static_layout::*;

fn main() {
    let mut data = [0; 12];
    let mut view = ViewMut::new(&mut data, layout!((3,4):(4,1))).unwrap();
    let _ = view.split_mut::<2>(1);
}
