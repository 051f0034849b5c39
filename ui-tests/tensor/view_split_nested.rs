//! split_mut: a mode that is nested.
//! Fix: flatten the mode, or split tiles.
use static_layout::*;

fn main() {
    let mut data = [0; 24];
    let mut view = ViewMut::new(&mut data, layout!((2,(3,4)):(1,(2,6)))).unwrap();
    let _ = view.split_mut::<1>(1);
}
