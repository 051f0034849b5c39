//! update_with: two tensors that are nested differently.
//! Fix: group or flatten one of them.
use static_layout::*;

fn main() {
    let mut data = [0; 8];
    let view = View::new(&[0; 8], layout!((2,(2,2)))).unwrap();
    ViewMut::new(&mut data, layout!((2,2,2))).unwrap().update_with(&view, |x, y| *x += y);
}
