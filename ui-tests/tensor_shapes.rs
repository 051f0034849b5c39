//! Two tensors of different static shapes, element by element.
use static_layout::*;

fn main() {
    let mut data = [0; 8];
    let view = View::new(&[0; 8], layout!((2,4))).unwrap();
    ViewMut::new(&mut data, layout!((4,2))).unwrap().update_with(&view, |x, y| *x += y);
}
